package io.loadstone.report.internal;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

/** Kinds of fields that results have in many places, in their JSON form. */
final class JsonFields {
  private final JsonGenerator json;

  JsonFields(JsonGenerator json) {
    this.json = json;
  }

  // 0 is a time that has not come yet.
  void time(String name, long epochMs) throws IOException {
    if (epochMs == 0) {
      json.writeNullField(name + "At");
      json.writeNullField(name + "EpochMs");
    } else {
      json.writeStringField(name + "At", Instants.iso(epochMs));
      json.writeNumberField(name + "EpochMs", epochMs);
    }
  }

  // Plain decimals with the shortest digits that read back to the same double; JSON has no NaN.
  void number(String name, double value) throws IOException {
    json.writeFieldName(name);
    if (Double.isFinite(value)) {
      json.writeNumber(BigDecimal.valueOf(value));
    } else {
      json.writeNull();
    }
  }

  void known(String name, boolean known, long value) throws IOException {
    if (known) {
      json.writeNumberField(name, value);
    } else {
      json.writeNullField(name);
    }
  }

  void known(String name, long value) throws IOException {
    known(name, value >= 0, value);
  }

  void strings(String name, List<String> values) throws IOException {
    array(name, values, json::writeString);
  }

  <T> void array(String name, List<T> values, Element<T> element) throws IOException {
    json.writeArrayFieldStart(name);
    for (T value : values) {
      element.write(value);
    }
    json.writeEndArray();
  }

  static double unlessNegative(double value) {
    return value < 0 ? Double.NaN : value;
  }

  /** Writes one value of an array. */
  @FunctionalInterface
  interface Element<T> {
    void write(T value) throws IOException;
  }
}
