package io.loadstone.itests.runtime;

import static org.ops4j.pax.exam.CoreOptions.bootClasspathLibrary;
import static org.ops4j.pax.exam.CoreOptions.composite;
import static org.ops4j.pax.exam.CoreOptions.frameworkProperty;
import static org.ops4j.pax.exam.CoreOptions.frameworkStartLevel;
import static org.ops4j.pax.exam.CoreOptions.junitBundles;
import static org.ops4j.pax.exam.CoreOptions.systemPackage;
import static org.ops4j.pax.exam.CoreOptions.systemProperty;
import static org.ops4j.pax.exam.CoreOptions.systemTimeout;
import static org.ops4j.pax.exam.CoreOptions.url;
import static org.ops4j.pax.exam.CoreOptions.vmOption;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;
import org.hamcrest.Matchers;
import org.ops4j.pax.exam.Option;

/** Options that make a framework of what the distribution holds, as its launcher would. */
final class Shipped {
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");
  private static final String PACKAGES = "org.osgi.framework.system.packages.extra";
  private static final int START_LEVEL = 100;
  private static final int TIMEOUT_MS = 60_000;

  private final Path home = Path.of(System.getProperty("loadstone.dist")).normalize();
  private final Map<String, String> places = new TreeMap<>();
  private final List<Option> options = new ArrayList<>();

  private Shipped() {}

  /**
   * Everything, with folders of its own.
   *
   * @param name of the folders
   */
  static Option everything(String name) throws IOException {
    Shipped shipped = new Shipped();
    shipped.makePlaces(name);
    shipped.options.add(junitBundles());
    shipped.options.add(frameworkStartLevel(START_LEVEL));
    shipped.options.add(systemTimeout(TIMEOUT_MS));
    shipped.addLibrariesOfTheTests();
    shipped.addBundles();
    shipped.addSettings();
    shipped.addFlags();
    return composite(shipped.options.toArray(Option[]::new));
  }

  private void makePlaces(String name) throws IOException {
    Path base = Path.of(System.getProperty("loadstone.work")).normalize().resolve(name);
    if (Files.exists(base)) {
      try (Stream<Path> files = Files.walk(base)) {
        for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(file);
        }
      }
    }
    places.put("loadstone.home", home.toString());
    for (String place : new String[] {"config", "data", "logs", "plugins"}) {
      Path folder = Files.createDirectories(base.resolve(place));
      places.put("loadstone." + place, folder.toString());
    }
    try (Stream<Path> files = Files.list(home.resolve("config"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.copy(file, base.resolve("config").resolve(file.getFileName()));
      }
    }
    takeAnyPort(base.resolve("config").resolve("io.loadstone.http.cfg"));
    places.forEach((key, value) -> options.add(systemProperty(key).value(value)));
    options.add(systemProperty("loadstone.example").value(System.getProperty("loadstone.example")));
  }

  private static void takeAnyPort(Path file) throws IOException {
    String changed = Files.readString(file).replaceAll("(?m)^port=.*$", "port=0");
    Files.writeString(file, changed);
  }

  private void addLibrariesOfTheTests() throws IOException {
    try {
      for (Class<?> type :
          List.of(
              Assertions.class,
              Awaitility.class,
              Matchers.class,
              Class.forName("net.bytebuddy.ByteBuddy"))) {
        options.add(url("reference:" + type.getProtectionDomain().getCodeSource().getLocation()));
      }
    } catch (ClassNotFoundException e) {
      throw new IOException("AssertJ comes with Byte Buddy", e);
    }
  }

  private void addBundles() throws IOException {
    try (Stream<Path> files = Files.walk(home.resolve("bundles"), 2)) {
      for (Path jar : files.filter(f -> f.toString().endsWith(".jar")).sorted().toList()) {
        int level = Integer.parseInt(jar.getName(jar.getNameCount() - 2).toString());
        options.add(url("reference:" + jar.toUri()).startLevel(level).start(true));
      }
    }
  }

  private void addSettings() throws IOException {
    Properties raw = new Properties();
    for (String file : new String[] {"lib/framework.properties", "config/framework.properties"}) {
      try (Reader in = Files.newBufferedReader(home.resolve(file))) {
        raw.load(in);
      }
    }
    // Plug-ins come and go often here.
    raw.setProperty("felix.fileinstall.poll", "100");
    for (String key : raw.stringPropertyNames()) {
      if (key.equals(PACKAGES)) {
        // As a property it would replace what the container itself needs.
        for (String name : raw.getProperty(key).split(",", -1)) {
          options.add(systemPackage(name.strip()));
        }
      } else {
        options.add(frameworkProperty(key).value(substituted(raw.getProperty(key).strip())));
      }
    }
  }

  private String substituted(String value) {
    return VARIABLE
        .matcher(value)
        .replaceAll(
            match -> Matcher.quoteReplacement(places.getOrDefault(match.group(1), match.group())));
  }

  // The native container has these from the class path and the flags of this JVM.
  private void addFlags() throws IOException {
    for (String library :
        new String[] {"slf4j-api.jar", "logback-classic.jar", "logback-core.jar"}) {
      options.add(
          bootClasspathLibrary("reference:" + home.resolve("lib").resolve(library).toUri())
              .afterFramework());
    }
    try (Stream<String> lines = Files.lines(home.resolve("config/jvm.options"))) {
      lines
          .map(String::strip)
          .filter(line -> line.startsWith("-"))
          .forEach(flag -> options.add(vmOption(flag)));
    }
    options.add(vmOption("--enable-native-access=ALL-UNNAMED"));
    options.add(
        vmOption("-Dlogback.configurationFile=" + home.resolve("config/logback.xml").toUri()));
  }
}
