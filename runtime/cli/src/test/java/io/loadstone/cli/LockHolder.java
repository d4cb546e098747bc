package io.loadstone.cli;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Holds the lock of a data folder, as the agent's process does, until it is killed. */
final class LockHolder {
  private LockHolder() {}

  public static void main(String[] arguments) throws Exception {
    try (FileChannel channel =
        FileChannel.open(
            Path.of(arguments[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.lock();
      channel.write(
          ByteBuffer.wrap(
              (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)));
      System.out.println("locked");
      System.in.read();
      Thread.currentThread().join();
    }
  }
}
