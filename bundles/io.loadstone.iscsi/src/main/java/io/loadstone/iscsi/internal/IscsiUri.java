package io.loadstone.iscsi.internal;

import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.servers.Server;
import io.loadstone.servers.ServerUri;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a LUN: {@code iscsi://portal:3260/iqn.2026-01.example:disks/1}.
 *
 * @param uri as the plan has it
 * @param portal where the server listens
 * @param target its target there
 * @param lun number of the LUN
 * @param initiator what this side calls itself
 * @param chapFile what this side proves itself with; empty if it is not asked to
 * @param headerDigest whether a checksum protects each header
 * @param dataDigest whether one protects each piece of data
 * @param connections sessions of each queue
 * @param timeout how long the server may be silent, or away, before the run ends
 */
record IscsiUri(
    TargetUri uri,
    Server.Tcp portal,
    String target,
    int lun,
    String initiator,
    Optional<Path> chapFile,
    boolean headerDigest,
    boolean dataDigest,
    int connections,
    Duration timeout) {
  static final String SCHEME = "iscsi";

  private static final String CHAP_FILE = "chap-file";
  private static final String HEADER_DIGEST = "header-digest";
  private static final String DATA_DIGEST = "data-digest";
  private static final String INITIATOR = "initiator";
  private static final String CONNECTIONS = "connections";
  private static final Set<String> PARAMETERS =
      Set.of(CHAP_FILE, HEADER_DIGEST, DATA_DIGEST, INITIATOR, CONNECTIONS, ServerUri.TIMEOUT);
  private static final int DEFAULT_PORT = 3260;
  private static final int MOST_CONNECTIONS = 64;
  // Of the addressing methods that the library writes; flat space beyond 255 (SAM-5).
  private static final int MOST_LUN = 16_383;
  private static final String EXAMPLE = "iscsi://server:3260/iqn.2026-01.example:disks/1";
  // RFC 7143, 4.2.7: at most 223 bytes; what is not allowed there but seen is let through.
  private static final String NAME = "(?:iqn|eui|naa)\\.[\\w.:-]{1,219}";
  private static final Pattern PATH = Pattern.compile("(" + NAME + ")/(\\d{1,5})");

  /** Whether a target is one of these. */
  static boolean names(TargetUri uri) {
    return uri.scheme().equals(SCHEME);
  }

  /** Reads a target's name. */
  static IscsiUri of(TargetUri uri) throws TargetRefusedException {
    ServerUri parts = ServerUri.of(uri, PARAMETERS, EXAMPLE);
    Matcher path = PATH.matcher(parts.path());
    if (!path.matches()) {
      throw parts.refused(
          "after the server it needs a target, whose name begins with iqn., eui. or naa., and the"
              + " number of a LUN, as in "
              + EXAMPLE);
    }
    int lun = Integer.parseInt(path.group(2));
    if (lun > MOST_LUN) {
      throw parts.refused("the LUN " + lun + " is no number from 0 to " + MOST_LUN);
    }
    return new IscsiUri(
        uri,
        parts.host(DEFAULT_PORT),
        path.group(1),
        lun,
        initiator(parts),
        chapFile(parts),
        digest(parts, HEADER_DIGEST),
        digest(parts, DATA_DIGEST),
        parts.number(CONNECTIONS, 1, 1, MOST_CONNECTIONS),
        parts.timeout());
  }

  private static Optional<Path> chapFile(ServerUri parts) throws TargetRefusedException {
    Optional<String> file = parts.uri().parameter(CHAP_FILE);
    return file.isPresent() ? Optional.of(parts.absolute(CHAP_FILE, file.get())) : Optional.empty();
  }

  private static boolean digest(ServerUri parts, String parameter) throws TargetRefusedException {
    return switch (parts.uri().parameter(parameter).orElse("none")) {
      case "none" -> false;
      case "crc32c" -> true;
      default ->
          throw parts.refused(
              parameter
                  + " has \""
                  + parts.uri().parameter(parameter).orElse("")
                  + "\"; allowed: none, crc32c");
    };
  }

  private static String initiator(ServerUri parts) throws TargetRefusedException {
    String initiator = parts.uri().parameter(INITIATOR).orElseGet(IscsiUri::ownName);
    if (!initiator.matches(NAME)) {
      throw parts.refused(
          INITIATOR
              + " has \""
              + initiator
              + "\"; allowed: a name that begins with iqn., eui. or naa., of letters, digits and"
              + " . : - _");
    }
    return initiator;
  }

  // By the name of the machine, so that a server's list of initiators can tell agents apart.
  private static String ownName() {
    String host = "agent";
    try {
      host = Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
    } catch (IOException _) { // the name is only for people
    }
    String plain = host.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    return "iqn.2026-01.io.loadstone:" + plain.substring(0, Math.min(plain.length(), 64));
  }

  /** The LUN alone, without what is said about the load; as {@code destroy:} names it. */
  String shortName() {
    return SCHEME + "://" + portal + "/" + target + "/" + lun;
  }

  /** A sentence about the server, without its full stop. */
  String said(String what) {
    return "The iSCSI server " + portal + " of " + uri + " " + what;
  }
}
