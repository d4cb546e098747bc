package io.loadstone.api.control;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/** One engine; {@code io.loadstone:type=Engine,name="…"}. It is there while the engine is. */
@ProviderType
public interface EngineMXBean {
  /** As a plan names it. */
  String getName();

  /** One sentence. */
  String getDescription();

  /** Whether it can be used on this machine. */
  boolean isAvailable();

  /** Why it can't be used, with the cure; empty if it can. */
  String getReason();

  /** Whether one of its queues keeps many operations in flight. */
  boolean isAsynchronous();

  /** Which of several {@code engine: auto} takes: the highest that can be used. */
  int getPreference();

  /** What a plan may set under {@code engineOptions}, each as {@code name=default|other: what}. */
  List<String> getOptions();

  /**
   * What it found out about this machine: abilities of the kernel that it uses, and those that it
   * does without, with the reason.
   */
  List<String> getNotes();
}
