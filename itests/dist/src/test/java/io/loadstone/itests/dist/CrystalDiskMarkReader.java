package io.loadstone.itests.dist;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a CrystalDiskMark report of version 7 and later with the pattern of a public parser. */
final class CrystalDiskMarkReader {
  private static final Pattern SECTION = Pattern.compile("\\[(Read|Write|Mix)\\].*");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*(SEQ|RND|Sequential|Random)\\s*(\\d+)(\\S+)\\s*\\(Q=\\s*(\\d+), T=\\s*(\\d+)\\):"
              + "\\s*([\\d.,]+) (\\S+)\\s*\\[\\s*([\\d.,]+) (\\S+)\\]\\s*<\\s*([\\d.,]+) (\\S+)>");

  private CrystalDiskMarkReader() {}

  /** One line of the report. */
  record Row(String section, String name, long blockBytes, double mbPerSecond, double iops) {}

  static List<Row> read(String report) {
    List<Row> rows = new ArrayList<>();
    String section = "";
    for (String line : report.lines().toList()) {
      Matcher head = SECTION.matcher(line);
      Matcher row = ROW.matcher(line);
      if (head.matches()) {
        section = head.group(1);
      } else if (row.matches()) {
        String name =
            "%s %s%s Q%s T%s"
                .formatted(row.group(1), row.group(2), row.group(3), row.group(4), row.group(5));
        long unit = row.group(3).equals("MiB") ? 1 << 20 : 1 << 10;
        rows.add(
            new Row(
                section,
                name,
                Long.parseLong(row.group(2)) * unit,
                Double.parseDouble(row.group(6)),
                Double.parseDouble(row.group(8))));
      }
    }
    return rows;
  }
}
