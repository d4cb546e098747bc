package io.loadstone.api.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ErrnoTest {
  @Test
  void namesAndNumbersAreThoseOfTheKernelHeaders() {
    // include/uapi/asm-generic/errno-base.h and errno.h
    assertThat(Errno.EPERM.number()).isEqualTo(1);
    assertThat(Errno.EINTR.number()).isEqualTo(4);
    assertThat(Errno.EIO.number()).isEqualTo(5);
    assertThat(Errno.EBADF.number()).isEqualTo(9);
    assertThat(Errno.EAGAIN.number()).isEqualTo(11);
    assertThat(Errno.ENOMEM.number()).isEqualTo(12);
    assertThat(Errno.EINVAL.number()).isEqualTo(22);
    assertThat(Errno.ENOSPC.number()).isEqualTo(28);
    assertThat(Errno.EROFS.number()).isEqualTo(30);
    assertThat(Errno.ENOSYS.number()).isEqualTo(38);
    assertThat(Errno.ETIME.number()).isEqualTo(62);
    assertThat(Errno.EOPNOTSUPP.number()).isEqualTo(95);
    assertThat(Errno.ESTALE.number()).isEqualTo(116);
    assertThat(Errno.EUCLEAN.number()).isEqualTo(117);
    assertThat(Errno.EDQUOT.number()).isEqualTo(122);
    assertThat(Errno.ECANCELED.number()).isEqualTo(125);
  }

  // B071: a failure has a name, and its number is never shown as an unsigned one.
  @Test
  void textIsTheNameWithTheNumber() {
    assertThat(Errno.text(5)).isEqualTo("EIO (5)");
    assertThat(Errno.text(-28)).isEqualTo("ENOSPC (28)");
  }

  @Test
  void aNumberWithoutANameStaysANumber() {
    assertThat(Errno.text(-4242)).isEqualTo("errno 4242");
    assertThat(Errno.meaning(4242)).isEqualTo("unknown error");
    assertThat(Errno.of(0)).isEmpty();
    assertThat(Errno.of(Integer.MIN_VALUE)).isEmpty();
    assertThat(Errno.text(Integer.MIN_VALUE)).isEqualTo("errno 2147483648");
  }

  @Test
  void everyNumberHasOneName() {
    for (Errno errno : Errno.values()) {
      assertThat(Errno.of(errno.number())).contains(errno);
    }
  }

  @Test
  void aFailedOperationIsASentenceWithTheNameOfItsError() {
    assertThat(IoErrors.describe(IoKind.WRITE, 8192, "/srv/t.dat", -28, 512))
        .isEqualTo(
            "write at 8192 on /srv/t.dat failed: ENOSPC (28), no space left on the device; free"
                + " some there, or take a smaller size or another target");
    assertThat(IoErrors.describe(IoKind.FLUSH, 0, "/srv/t.dat", -200, 0))
        .isEqualTo("flush of /srv/t.dat failed: errno 200, unknown error");
    assertThat(IoErrors.describe(IoKind.READ, 0, "/srv/t.dat", 100, 512))
        .isEqualTo("read at 0 on /srv/t.dat moved only 100 of 512 bytes: the target ends there");
  }

  // What ends runs on storage that fails, fills up or goes away.
  @ParameterizedTest
  @EnumSource(
      names = {
        "EIO",
        "ENXIO",
        "EACCES",
        "ENODEV",
        "ENOSPC",
        "EROFS",
        "EDQUOT",
        "EFBIG",
        "ENODATA",
        "ENOLINK",
        "EBADE",
        "EBADMSG",
        "EILSEQ",
        "ETIMEDOUT",
        "ENOTCONN",
        "EHOSTDOWN",
        "ESTALE",
        "EUCLEAN",
        "EREMOTEIO"
      })
  void whatStorageFailsWithHasACure(Errno errno) {
    assertThat(errno.cure()).isNotEmpty();
    assertThat(Errno.explain(-errno.number()))
        .isEqualTo(errno.text() + ", " + errno.meaning() + "; " + errno.cure());
  }

  // The kernel logs what devices, their paths and file systems report, and a read-only remount
  // after an error; it logs nothing for a wrong path, a full disk or a missing permission.
  @Test
  void onlyWhatTheKernelLogsSendsToItsLog() {
    Set<Errno> sent =
        Arrays.stream(Errno.values())
            .filter(errno -> (errno.meaning() + errno.cure()).contains("kernel log"))
            .collect(Collectors.toSet());

    assertThat(sent)
        .containsExactlyInAnyOrder(
            Errno.EIO, // BLK_STS_IOERR of block/blk-core.c, and so on
            Errno.ENXIO,
            Errno.ENODEV,
            Errno.ENOMEDIUM,
            Errno.EROFS,
            Errno.EBADE,
            Errno.ENODATA,
            Errno.ETIME,
            Errno.ENOLINK,
            Errno.EPROTO,
            Errno.EBADMSG,
            Errno.EILSEQ,
            Errno.EUCLEAN,
            Errno.EREMOTEIO,
            Errno.EHWPOISON);
  }
}
