package io.loadstone.api.target;

import java.util.List;

/**
 * What a plan wants to do with a target; a provider judges it before anything is opened.
 *
 * @param writes whether the plan writes (layout included)
 * @param lays whether the plan prepares the target, so that one that does not exist may be made
 * @param layout how it is to be laid out
 * @param direct whether the page cache is to be bypassed
 * @param overwrite whether the plan says that foreign content may be overwritten
 * @param destroy serials of devices whose content the plan says may be destroyed
 */
public record TargetUse(
    boolean writes,
    boolean lays,
    Layout layout,
    DirectMode direct,
    boolean overwrite,
    List<String> destroy) {
  public TargetUse {
    destroy = List.copyOf(destroy);
  }
}
