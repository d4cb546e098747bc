package io.loadstone.iscsi.internal;

/** The contract with two sessions of each queue, and a checksum of each header. */
class IscsiEngineOnSeveralConnectionsTest extends IscsiEngineTest {
  @Override
  String[] parameters() {
    return new String[] {"connections=2", "header-digest=crc32c"};
  }
}
