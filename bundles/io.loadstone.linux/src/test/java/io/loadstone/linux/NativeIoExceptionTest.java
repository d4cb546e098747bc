package io.loadstone.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NativeIoExceptionTest {
  @Test
  void anExceptionIsOneSentenceOfTheHouse() {
    assertThat(new NativeIoException("write", -4, "/srv/t.dat", 8192))
        .hasMessage("write at 8192 on /srv/t.dat failed: EINTR (4), interrupted by a signal");
    assertThat(new NativeIoException("open", 13, "/srv/t.dat"))
        .hasMessage(
            "open on /srv/t.dat failed: EACCES (13), permission denied; give the user of the agent"
                + " the permission, or take another target");
    assertThat(new NativeIoException("open", -13, "/srv/t.dat").errno()).isEqualTo(13);
  }
}
