package io.loadstone.iscsi.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers as SPC-5 and SBC-4 write them, and as they do not. */
class LunAnswersTest {
  private final LunAnswers answers = new LunAnswers(7);

  private static MemorySegment bytes(String hex) {
    return MemorySegment.ofArray(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  @Test
  void theCapacityIsTheLastBlockAndOne() throws Exception {
    // 2^21 blocks of 512 bytes, eight of which are stored as one
    answers.capacity(bytes("00000000001fffff 00000200 00 03 0000"));
    assertThat(answers.lun().sizeBytes()).isEqualTo(1L << 30);
    assertThat(answers.lun().blockBytes()).isEqualTo(512);
    assertThat(answers.lun().physicalBlockBytes()).isEqualTo(4096);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ffffffffffffffff 00000200 0000", // no such number of blocks
        "00ffffffffffffff 00000200 0000", // more than 2^63 bytes
        "0000000000000001 00000000 0000", // blocks of nothing
        "0000000000000001 00000208 0000", // 520 bytes
        "0000000000000001 80000000 0000",
        "0000000000000001 00020000 0000", // 128 KiB, more than what guards look at at once
        "0000000000000001 00000200 00" // cut off
      })
  void aCapacityThatCantBeDrivenIsRefused(String hex) {
    assertThatThrownBy(() -> answers.capacity(bytes(hex)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("LUN 7");
  }

  @Test
  void aDeviceThatIsNoDiskIsRefused() {
    assertThatThrownBy(() -> answers.inquiry(bytes("05" + "00".repeat(35))))
        .hasMessage("has no disk at LUN 7 but a device of type 5");
    assertThatThrownBy(() -> answers.inquiry(bytes("7f" + "00".repeat(35))))
        .hasMessage("has no LUN 7");
    assertThatThrownBy(() -> answers.inquiry(bytes("00")))
        .hasMessage("answers a question about LUN 7 with 1 bytes only");
  }

  @Test
  void theProductIsPlainTextWhateverTheServerSends() throws Exception {
    answers.inquiry(
        bytes(
            "00"
                + "00".repeat(7)
                + "4e45544150500a20"
                + "4c554e1b5b326a".concat("20".repeat(9))
                + "39313130"));
    assertThat(answers.lun().product()).isEqualTo("NETAPP LUN [2j 9110");
  }

  // Designation descriptors of SPC-5, 7.7.6: binary, of the LUN, with their types.
  @ParameterizedTest
  @CsvSource({
    // of a company, in formats 6, 5 and 2
    "01030010 60014059 1b1d3e4a 5b6c7d8e 9fa0b1c2, naa.600140591b1d3e4a5b6c7d8e9fa0b1c2",
    "01030008 5000c500 a1b2c3d4, naa.5000c500a1b2c3d4",
    "01030008 2001000c c8000102, naa.2001000cc8000102",
    "01020008 0025385b 71b00001, eui.0025385b71b00001",
    // a better one behind another
    "01020008 0025385b 71b00001 01030008 5000c500 a1b2c3d4, naa.5000c500a1b2c3d4",
    // of the port, of no company, of a local format, text, cut off: none
    "01130008 5000c500 a1b2c3d4, ",
    "01030010 60000000 00000000 0e000000 00010001, ",
    "01030008 30000000 00000001, ",
    "02010008 49455420 20202020, ",
    "01030010 60014059 1b1d3e4a, ",
    "01030000, ",
    "'', "
  })
  void theWorldWideNameIsOneThatIsUnique(String descriptors, String expected) {
    MemorySegment page = bytes("0083" + "0040" + (descriptors == null ? "" : descriptors));
    answers.designators(page);
    assertThat(answers.lun().worldWideName().orElse(null)).isEqualTo(expected);
  }

  @Test
  void limitsAreInBlocksAndNoneIfZero() throws Exception {
    answers.capacity(bytes("00000000001fffff 00001000 00 00"));
    answers.limits(bytes("00b0003c 00000000 00000000"));
    assertThat(answers.lun().mostTransferBytes()).isEqualTo(Integer.MAX_VALUE);
    answers.limits(bytes("00b0003c 00000000 00000080"));
    assertThat(answers.lun().mostTransferBytes()).isEqualTo(0x80 * 4096);
    answers.limits(bytes("00b0"));
    assertThat(answers.lun().mostTransferBytes()).isEqualTo(0x80 * 4096);
  }

  @ParameterizedTest
  @CsvSource({
    "17008000 0812 04, true, true",
    "17000000 0812 00, false, false",
    "03009000, true, ",
    "1f000008 0000000000000000 0812 04, false, true",
    "1f0000ff 08, false, ",
    "00, false, "
  })
  void modesTellOfProtectionAndCache(String hex, boolean writeProtected, Boolean cache) {
    answers.mode(bytes(hex));
    assertThat(answers.lun().writeProtected()).isEqualTo(writeProtected);
    assertThat(answers.lun().writeCache().orElse(null)).isEqualTo(cache);
  }
}
