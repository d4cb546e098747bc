package io.loadstone.servers;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import java.util.List;

/**
 * The service that says which servers may be reached. Every provider of targets on servers asks it
 * before anything is sent. From any thread.
 */
public interface ServerAccess {
  /**
   * Refuses a server that is not allowed.
   *
   * @param uri the target that is on it, for the sentence
   * @param server where it is
   * @throws TargetRefusedException if it is none of the allowed ones
   */
  void check(TargetUri uri, Server server) throws TargetRefusedException;

  /** What {@code loadstone targets} lists: each entry, or where to make one. */
  List<String> listing();
}
