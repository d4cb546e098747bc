package io.loadstone.target.file.internal;

import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.Layout;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileStatus;
import io.loadstone.target.file.internal.FileState.Owner;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Tells what a run would do to the content of a file, and what its figures would lack. */
final class Effects {
  private final FileState state;
  private final Path path;
  private final TargetUse use;
  private final List<String> effects;
  private final List<String> warnings;

  /** Tells it by adding sentences. */
  Effects(FileState state, TargetUse use, List<String> effects, List<String> warnings) {
    this.state = state;
    this.path = state.path();
    this.use = use;
    this.effects = effects;
    this.warnings = warnings;
  }

  void tell(long sizeBytes) {
    String size = Sizes.format(sizeBytes);
    String layout = LayoutRecord.word(use.layout());
    switch (state.owner()) {
      case NOBODY -> effects.add(path + " is made with " + size + ", layout " + layout);
      case EMPTY ->
          effects.add(
              path
                  + (use.lays()
                      ? ", which is empty, gets " + size + ", layout " + layout
                      : " is written"));
      case FOREIGN -> tellForeign(state.status().orElseThrow());
      case LOADSTONE ->
          tellOwn(state.status().orElseThrow(), state.record().orElseThrow(), sizeBytes);
    }
    if (use.lays() && use.layout() != Layout.WRITTEN && state.owner() != Owner.LOADSTONE) {
      warnings.add(
          path
              + ": with layout "
              + layout
              + ", reads of what was never written do not reach a device; layout: written is as"
              + " devices behave");
    }
  }

  private void tellForeign(FileStatus status) {
    effects.add(
        use.writes()
            ? path
                + " holds "
                + status.sizeBytes()
                + " bytes that Loadstone did not write; they are OVERWRITTEN, as overwrite: true"
                + " says."
            : path + " is only read");
    warnAboutHoles(status);
  }

  private void tellOwn(FileStatus status, LayoutRecord record, long sizeBytes) {
    Optional<String> why = record.whyLayAnew(status, sizeBytes, use.layout());
    if (use.lays() && why.isPresent()) {
      effects.add(
          path
              + " of Loadstone's own is laid out anew as "
              + LayoutRecord.word(use.layout())
              + ": "
              + why.get());
      return;
    }
    effects.add(
        path + " of Loadstone's own is " + (use.writes() ? "used and written." : "only read"));
    if (!use.lays() && !record.laid()) {
      warnings.add(
          path
              + ": its layout was not finished; let the plan prepare it, or its figures are of"
              + " memory in part");
    } else {
      warnAboutHoles(status);
    }
  }

  private void warnAboutHoles(FileStatus status) {
    if (status.allocatedBytes() < status.sizeBytes()) {
      warnings.add(
          path
              + " has holes: only "
              + status.allocatedBytes()
              + " of its "
              + status.sizeBytes()
              + " bytes have space, and reads of the rest do not reach a device");
    }
  }
}
