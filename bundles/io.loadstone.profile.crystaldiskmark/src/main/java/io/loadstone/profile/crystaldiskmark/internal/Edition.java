package io.loadstone.profile.crystaldiskmark.internal;

import io.loadstone.api.quantity.InvalidValueException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an edition of CrystalDiskMark measures. */
enum Edition {
  /** Sequential, 512K, 4K QD1 and 4K QD32. Its 4000 MB are 4000 MiB, as it counts. */
  THREE("3", "4000MiB") {
    @Override
    Map<String, List<Row>> presets() {
      return Map.of(
          "default",
          List.of(
              Row.sequential(1024, 1, 1),
              Row.random(512, 1, 1),
              Row.random(4, 1, 1),
              Row.random(4, 32, 1)));
    }

    @Override
    boolean mixes() {
      return false;
    }
  },

  /** Four rows by default and for NVMe, two for peak performance and real world. */
  EIGHT("8", "1GiB") {
    @Override
    Map<String, List<Row>> presets() {
      Map<String, List<Row>> presets = new LinkedHashMap<>();
      presets.put(
          "default",
          List.of(
              Row.sequential(1024, 8, 1),
              Row.sequential(1024, 1, 1),
              Row.random(4, 32, 1),
              Row.random(4, 1, 1)));
      presets.put(
          "nvme",
          List.of(
              Row.sequential(1024, 8, 1),
              Row.sequential(128, 32, 1),
              Row.random(4, 32, 16),
              Row.random(4, 1, 1)));
      presets.put("peak", List.of(Row.sequential(1024, 8, 1), Row.random(4, 32, 1)));
      presets.put("realworld", List.of(Row.sequential(1024, 1, 1), Row.random(4, 1, 1)));
      return presets;
    }

    @Override
    boolean mixes() {
      return true;
    }
  };

  private final String number;
  private final String size;

  Edition(String number, String size) {
    this.number = number;
    this.size = size;
  }

  /** The edition of this number. */
  static Edition of(String number) {
    for (Edition edition : values()) {
      if (edition.number.equals(number)) {
        return edition;
      }
    }
    throw new InvalidValueException("edition=" + number, "3, 8");
  }

  /** Rows by the name of their preset. */
  abstract Map<String, List<Row>> presets();

  /** Whether there are rows that read and write at once. */
  abstract boolean mixes();

  String number() {
    return number;
  }

  /** Size of the file, as a plan has it. */
  String size() {
    return size;
  }
}
