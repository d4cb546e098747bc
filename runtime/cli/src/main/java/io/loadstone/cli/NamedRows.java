package io.loadstone.cli;

import com.fasterxml.jackson.databind.JsonNode;

/** Prints engines, kinds of targets and other things that have a name and may be unavailable. */
final class NamedRows {
  private NamedRows() {}

  static void print(Session session, JsonNode rows) {
    Table table = new Table("NAME", "AVAILABLE", "DESCRIPTION");
    for (JsonNode row : rows) {
      table.add(
          row.path("name").asText(),
          row.path("available").asBoolean() ? "yes" : "no: " + row.path("reason").asText(),
          row.path("description").asText());
    }
    table.print(session.out());
  }
}
