package io.loadstone.launcher;

import java.util.List;

/** The part of the agent's interface that the launcher reads. */
public interface TellsTroubleMXBean {
  /** Bundles. */
  List<Row> getPlugins();

  /** A bundle. */
  record Row(String name, String version, String state, String cause) {}
}
