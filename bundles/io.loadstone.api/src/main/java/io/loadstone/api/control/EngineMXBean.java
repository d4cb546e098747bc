package io.loadstone.api.control;

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
}
