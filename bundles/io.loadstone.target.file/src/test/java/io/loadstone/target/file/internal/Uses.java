package io.loadstone.target.file.internal;

import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What plans want, and what the core does with an open target. */
final class Uses {
  static final TargetUse READ = use(false, false, Layout.WRITTEN, false);
  static final TargetUse WRITE = use(true, false, Layout.WRITTEN, false);
  static final TargetUse OVERWRITE = use(true, true, Layout.WRITTEN, true);

  private Uses() {}

  static TargetUse lay(Layout layout) {
    return use(true, true, layout, false);
  }

  static TargetUse with(TargetUse use, DirectMode direct) {
    return new TargetUse(
        use.writes(), use.lays(), use.layout(), direct, use.overwrite(), use.destroy());
  }

  static TargetUri uri(Path path) {
    return new TargetUri("file", path.toString(), Map.of());
  }

  static TargetUri uri(Path path, String size) {
    return new TargetUri("file", path.toString(), Map.of("size", size));
  }

  /** Lays a file out as the core does, fill included; whether a fill was asked for. */
  static boolean layOut(FileTargetProvider provider, TargetUri uri, Layout layout)
      throws Exception {
    try (Target target = provider.open(uri, lay(layout))) {
      boolean fill = target.lay(layout) == Target.Fill.WHOLE;
      if (fill) {
        fill(((FileTarget) target).path(), target.sizeBytes());
        target.filled();
      }
      return fill;
    }
  }

  static void fill(Path file, long sizeBytes) throws IOException {
    byte[] chunk = new byte[(int) Math.min(sizeBytes, 1 << 16)];
    new Random(1).nextBytes(chunk);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      for (long at = 0; at < sizeBytes; at += chunk.length) {
        channel.write(ByteBuffer.wrap(chunk, 0, (int) Math.min(chunk.length, sizeBytes - at)), at);
      }
      channel.force(false);
    }
  }

  private static TargetUse use(boolean writes, boolean lays, Layout layout, boolean overwrite) {
    return new TargetUse(writes, lays, layout, DirectMode.AUTO, overwrite, List.of());
  }
}
