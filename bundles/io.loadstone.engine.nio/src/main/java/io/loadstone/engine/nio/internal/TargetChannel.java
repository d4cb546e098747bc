package io.loadstone.engine.nio.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoKind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPath;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * One target's own channel.
 *
 * <p>An interrupt of the thread closes a channel that it uses, which would make I/O fail that the
 * device has nothing to do with. So the channel is opened again, the operation is performed again,
 * and the interrupt is kept for whom it concerns.
 *
 * <p><b>Threads:</b> the one that opened it. <b>Allocation:</b> none, failures excepted.
 */
final class TargetChannel implements AutoCloseable {
  // Of the module jdk.unsupported: compilers warn of it, and not every runtime has it.
  private static final String DIRECT = "com.sun.nio.file.ExtendedOpenOption";

  private final Target target;
  private final TargetPath file;
  private final boolean direct;
  private FileChannel channel;

  /**
   * Opens it. Nothing is ever made, no symbolic link followed, and nothing kept that took the place
   * of what was guarded.
   *
   * @throws IllegalArgumentException if the kernel does not serve the target
   * @throws IOException if the system refuses, or the target is lost; the message names the file,
   *     the error and the cure
   */
  TargetChannel(Target target) throws IOException {
    this.target = target;
    TargetTraits traits = target.traits();
    file =
        traits.path().orElseThrow(() -> new IllegalArgumentException(NioEngine.notServed(traits)));
    direct = traits.direct();
    channel = open();
  }

  private FileChannel open() throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    options.add(LinkOption.NOFOLLOW_LINKS);
    if (file.writable()) {
      options.add(StandardOpenOption.WRITE);
    }
    if (direct) {
      options.add(direct());
    }
    FileChannel opened;
    try {
      opened = FileChannel.open(file.path(), options);
    } catch (IOException e) {
      throw new IOException(failed(ErrnoWords.of(e)), e);
    } catch (UnsupportedOperationException e) {
      // What the JDK says where a file system or a system has no direct I/O.
      throw new IOException(failed(Errno.EINVAL), e);
    }
    // Whatever had the name then is held against what was guarded before it is written to.
    Optional<String> lost = target.lost();
    if (lost.isPresent()) {
      opened.close();
      throw new IOException(lost.get());
    }
    return opened;
  }

  private static OpenOption direct() throws IOException {
    try {
      for (Object option :
          Class.forName(DIRECT, true, ClassLoader.getPlatformClassLoader()).getEnumConstants()) {
        if (option.toString().equals("DIRECT")) {
          return (OpenOption) option;
        }
      }
    } catch (ClassNotFoundException _) {
      // Said below, with its cure.
    }
    throw new IOException(
        "this Java runtime has no direct I/O (module jdk.unsupported); say direct: off to measure"
            + " through the page cache");
  }

  private String failed(Errno errno) {
    return "open on "
        + file.path()
        + " failed: "
        + (errno.text() + ", " + errno.meaning())
        + (errno == Errno.EINVAL && direct
            ? "; its file system has no direct I/O: say direct: off to measure through the page"
                + " cache"
            : "");
  }

  /**
   * Performs an operation.
   *
   * @param buffer its position and limit say what is moved
   * @return bytes moved, or a negated errno
   */
  int perform(IoKind kind, ByteBuffer buffer, long offsetBytes) {
    if (kind == IoKind.WRITE && !file.writable()) {
      return -Errno.EBADF.number();
    }
    int from = buffer.position();
    boolean interrupted = false;
    try {
      while (true) {
        interrupted |= Thread.interrupted();
        try {
          return attempt(kind, buffer, offsetBytes);
        } catch (ClosedByInterruptException e) {
          interrupted = true;
          Thread.interrupted();
          channel = open();
          buffer.position(from);
        }
      }
    } catch (IOException e) {
      return -ErrnoWords.of(e).number();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private int attempt(IoKind kind, ByteBuffer buffer, long offsetBytes) throws IOException {
    return switch (kind) {
      // -1 at the end of the file, where pread says 0.
      case READ -> Math.max(0, channel.read(buffer, offsetBytes));
      case WRITE -> channel.write(buffer, offsetBytes);
      case FLUSH -> flush();
    };
  }

  private int flush() throws IOException {
    channel.force(true);
    return 0;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
