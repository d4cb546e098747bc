package io.loadstone.iscsi.internal;

import io.loadstone.api.engine.EngineTraits;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.IoQueue;
import io.loadstone.api.engine.OwnTargets;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetTraits;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;

/** Drives LUNs of iSCSI servers through libiscsi: any depth on one thread. */
@Component(service = IoEngine.class, property = "loadstone.engine=iscsi")
public final class IscsiEngine implements IoEngine {
  private static final EngineTraits TRAITS =
      new EngineTraits(
          "iscsi",
          "Talks to iSCSI servers through libiscsi, without the kernel's client: any depth on one"
              + " thread.",
          true,
          true,
          50);

  @Override
  public EngineTraits traits() {
    return TRAITS;
  }

  @Override
  public Optional<String> unavailable() {
    return Libiscsi.unavailable();
  }

  @Override
  public Optional<String> refuses(TargetTraits target) {
    return IscsiUri.names(target.uri())
        ? Optional.empty()
        : Optional.of(target.uri() + " is not a LUN of an iSCSI server");
  }

  @Override
  public IoQueue open(List<? extends Target> targets, QueueOptions options) throws IOException {
    List<IscsiTarget> luns = OwnTargets.of(IscsiTarget.class, targets);
    for (IscsiTarget target : luns) {
      int most = target.lun().mostTransferBytes();
      if (options.bufferBytes() > most) {
        target.tellOnce(
            "takes at most "
                + Sizes.format(most)
                + " at once: what is longer is sent in pieces, one after the other");
      }
    }
    return IscsiQueue.open(luns, options);
  }
}
