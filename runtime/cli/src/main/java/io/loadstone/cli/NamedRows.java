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

  /** Prints what there is to say of one of them, a line each below its name. */
  static void printMore(Session session, String name, JsonNode sentences) {
    session.out().println(name + ":");
    for (JsonNode sentence : sentences) {
      session.out().println("    " + sentence.asText());
    }
  }
}
