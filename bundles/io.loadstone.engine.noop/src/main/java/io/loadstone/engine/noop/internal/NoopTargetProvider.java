package io.loadstone.engine.noop.internal;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/** Knows {@code noop:}, the target that is nothing. There is nothing to guard in it. */
@Component(service = TargetProvider.class, property = "loadstone.target=noop")
public final class NoopTargetProvider implements TargetProvider {
  private static final String SIZE = "size";
  private static final String DEFAULT_SIZE = "1TiB";

  @Override
  public String scheme() {
    return "noop";
  }

  @Override
  public String description() {
    return "Nothing, to measure Loadstone itself: noop:NAME?size=1TiB, where both may be left out.";
  }

  @Override
  public List<String> listing() {
    return List.of("noop: is always there");
  }

  // What is bad is refused here, with a sentence that names the cure; open refuses the same.
  @Override
  public FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException {
    return new FoundTarget(
        traits(uri),
        List.of("nothing is read, written or destroyed"),
        List.of("the figures say what Loadstone can do, not what storage can"));
  }

  @Override
  public Target open(TargetUri uri, TargetUse use) throws TargetRefusedException {
    return new NoopTarget(traits(uri));
  }

  private static TargetTraits traits(TargetUri uri) throws TargetRefusedException {
    for (String name : uri.parameters().keySet()) {
      if (!name.equals(SIZE)) {
        throw new TargetRefusedException(
            Kind.PLAN,
            uri.text()
                + (" has the parameter " + name + ", which noop does not know")
                + KnownNames.nearest(name, List.of(SIZE))
                    .map(nearest -> "; did you mean " + nearest + "?")
                    .orElse("; allowed: " + SIZE));
      }
    }
    String text = uri.parameter(SIZE).orElse(DEFAULT_SIZE);
    try {
      long sizeBytes = Sizes.parseBytes(text);
      if (sizeBytes == 0) {
        throw new InvalidValueException(text, Sizes.ALLOWED + ", above 0");
      }
      // Two names of the same thing must give the same identity, as it is the key of leases.
      // Nothing
      // is shared here, so that every name is a thing of its own. It takes any alignment, and no
      // page cache can flatter the figures.
      return new TargetTraits(uri, uri.text(), sizeBytes, 1, PageCache.NONE);
    } catch (InvalidValueException e) {
      throw new TargetRefusedException(
          Kind.PLAN, uri.text() + ", parameter " + SIZE + ": " + e.getMessage());
    }
  }
}
