package io.loadstone.engine.uring.internal;

/**
 * Numbers that the users of a {@link Ring} hand to it: those of linux/io_uring.h, Linux 6.18. All
 * of them exist since the version that is named.
 */
final class RingConstants {
  // io_uring_setup flags
  static final int SETUP_IOPOLL = 1; // 5.1
  static final int SETUP_SQPOLL = 1 << 1; // 5.11 for files that are not registered
  static final int SETUP_SUBMIT_ALL = 1 << 7; // 5.18
  static final int SETUP_COOP_TASKRUN = 1 << 8; // 5.19
  static final int SETUP_TASKRUN_FLAG = 1 << 9; // 5.19
  static final int SETUP_SINGLE_ISSUER = 1 << 12; // 6.0
  static final int SETUP_DEFER_TASKRUN = 1 << 13; // 6.1

  // struct io_uring_params: features
  static final int FEAT_SINGLE_MMAP = 1; // 5.4
  static final int FEAT_NODROP = 1 << 1; // 5.5
  static final int FEAT_SUBMIT_STABLE = 1 << 2; // 5.5
  static final int FEAT_EXT_ARG = 1 << 8; // 5.11

  // enum io_uring_op
  static final int OP_FSYNC = 3;
  static final int OP_READ_FIXED = 4;
  static final int OP_WRITE_FIXED = 5;
  static final int OP_ASYNC_CANCEL = 14; // 5.5
  static final int OP_READ = 22; // 5.6
  static final int OP_WRITE = 23; // 5.6

  // sqe->flags
  static final int SQE_FIXED_FILE = 1;
  static final int SQE_ASYNC = 1 << 4; // 5.6

  // sqe->cancel_flags, 5.19
  static final int CANCEL_ALL = 1;
  static final int CANCEL_ANY = 1 << 2;

  // io_uring_register
  static final int REGISTER_BUFFERS = 0;
  static final int UNREGISTER_BUFFERS = 1;
  static final int REGISTER_FILES = 2;
  static final int REGISTER_RING_FDS = 20; // 5.18
  static final int UNREGISTER_RING_FDS = 21;

  private RingConstants() {}
}
