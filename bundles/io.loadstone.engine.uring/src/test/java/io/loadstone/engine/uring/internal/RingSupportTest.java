package io.loadstone.engine.uring.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.engine.IoEngine;
import io.loadstone.api.engine.QueueOptions;
import io.loadstone.linux.NativeIoException;
import io.loadstone.testkit.PlainFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingSupportTest {
  // asm-generic/unistd.h
  private static final int IO_URING_SETUP = 425;
  private static final int IO_URING_ENTER = 426;

  @TempDir Path dir;

  private static void needsIoUring() {
    assumeTrue(
        RingSupport.probe().unavailable().isEmpty(),
        () -> RingSupport.probe().unavailable().orElseThrow());
  }

  private static String cause(Errno errno, String sysctl) {
    return RingSupport.cause(
        new NativeIoException("io_uring_setup", errno.number(), "a ring"), sysctl, "4.18.0-553");
  }

  @Test
  void aCallThatTheKernelDoesNotHaveNamesKernelAndProfile() {
    assertThat(cause(Errno.ENOSYS, ""))
        .isEqualTo(
            "io_uring_setup failed with ENOSYS (38): this kernel (4.18.0-553) is older than 5.11,"
                + " was built without io_uring, or a container's seccomp profile hides it; use a"
                + " newer kernel, or a profile that allows io_uring_setup, io_uring_enter and"
                + " io_uring_register");
  }

  @Test
  void aForbiddenCallNamesWhoForbidsIt() {
    assertThat(cause(Errno.EPERM, "0")).contains("seccomp profile forbids it").contains("allows");
    assertThat(cause(Errno.EPERM, ""))
        .isEqualTo(cause(Errno.EPERM, "0"))
        .startsWith("io_uring_setup failed with EPERM (1)");
    assertThat(cause(Errno.EPERM, "1")).contains("for this user").contains("io_uring_group");
    assertThat(cause(Errno.EPERM, "2"))
        .contains("for everybody")
        .endsWith("sysctl kernel.io_uring_disabled=0");
  }

  @Test
  void tooLittleLockedMemoryNamesTheLimitAndHowToRaiseIt() {
    assertThat(cause(Errno.ENOMEM, ""))
        .contains("this process may lock " + RingSupport.lockedMemory())
        .contains("ulimit -l unlimited")
        .contains("LimitMEMLOCK=infinity");
  }

  @Test
  void aKernelThatIsTooOldIsNamedWithTheOneThatIsNot() {
    assertThat(cause(Errno.EINVAL, ""))
        .endsWith("this kernel (4.18.0-553) is too old for it; use Linux 5.11 or later");
  }

  @Test
  void aRealSeccompFilterIsFoundAndExplained() throws Exception {
    needsIoUring();
    for (int call : new int[] {IO_URING_SETUP, IO_URING_ENTER}) {
      String reason =
          RestrictedThread.withRefusedCall(
              call, Errno.EPERM.number(), () -> new UringEngine().unavailable().orElseThrow());
      assertThat(reason)
          .startsWith("io_uring is not available: io_uring_")
          .contains("EPERM (1): a seccomp profile forbids it");
    }
    String hidden =
        RestrictedThread.withRefusedCall(
            IO_URING_SETUP,
            Errno.ENOSYS.number(),
            () -> new UringEngine().unavailable().orElseThrow());
    assertThat(hidden).contains("ENOSYS (38)").contains("seccomp profile hides it");
  }

  @Test
  void anEngineThatIsNotAvailableSaysWhyWhenItIsOpenedAllTheSame() throws Exception {
    needsIoUring();
    PlainFile file = PlainFile.make(dir.resolve("t"), 4096);
    IoEngine engine =
        RestrictedThread.withRefusedCall(IO_URING_SETUP, Errno.EPERM.number(), UringEngine::new);
    assertThat(engine.traits().name()).isEqualTo("uring");
    assertThatThrownBy(() -> engine.open(List.of(file), new QueueOptions(1, 512, 512)))
        .hasMessage(engine.unavailable().orElseThrow());
  }
}
