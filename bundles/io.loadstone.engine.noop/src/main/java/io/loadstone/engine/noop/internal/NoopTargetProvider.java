package io.loadstone.engine.noop.internal;

import io.loadstone.api.quantity.InvalidValueException;
import io.loadstone.api.quantity.KnownNames;
import io.loadstone.api.quantity.Sizes;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import java.util.List;
import java.util.Optional;
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

  // Bad input is a refusal in the preview and an exception from open, with the same sentence.
  @Override
  public TargetPreview preview(TargetUri uri, TargetUse use) {
    try {
      NoopTarget target = read(uri);
      return new TargetPreview(
          uri,
          target.identity(),
          target.sizeBytes(),
          target.pageCache(),
          target.alignmentBytes(),
          List.of("nothing is read, written or destroyed"),
          List.of("the figures say what Loadstone can do, not what storage can"),
          Optional.empty());
    } catch (TargetRefusedException e) {
      return TargetPreview.refused(uri, e.refusal());
    }
  }

  @Override
  public Target open(TargetUri uri, TargetUse use) throws TargetRefusedException {
    return read(uri);
  }

  @Override
  public boolean remove(TargetUri uri) {
    return false;
  }

  private static NoopTarget read(TargetUri uri) throws TargetRefusedException {
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
      return new NoopTarget(uri, sizeBytes);
    } catch (InvalidValueException e) {
      throw new TargetRefusedException(
          Kind.PLAN, uri.text() + ", parameter " + SIZE + ": " + e.getMessage());
    }
  }
}
