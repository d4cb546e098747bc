package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NativeIoExceptionTest {
  @Test
  void anExceptionIsOneSentenceOfTheHouse() {
    assertThat(new NativeIoException("write", -5, "/srv/t.dat", 8192))
        .hasMessage(
            "write at 8192 on /srv/t.dat failed: EIO (5), the device, or the path to it, failed");
    assertThat(new NativeIoException("open", 13, "/srv/t.dat"))
        .hasMessage("open on /srv/t.dat failed: EACCES (13), permission denied");
    assertThat(new NativeIoException("open", -13, "/srv/t.dat").errno()).isEqualTo(13);
  }
}
