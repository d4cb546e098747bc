package io.loadstone.target.file.internal;

import io.loadstone.api.engine.Errno;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.PageCache;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetPreview;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.target.file.internal.Finding.Owner;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** Regular files as targets, in the folders that the configuration allows. */
@Component(
    configurationPid = "io.loadstone.targets",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = FileTargetProvider.Config.class)
public final class FileTargetProvider implements TargetProvider {
  /** Where targets may live. */
  @ObjectClassDefinition(
      name = "Loadstone targets",
      description = "Where targets may live; everything else is refused, for reading as well.")
  @interface Config {
    /** Folder of relative names. */
    @AttributeDefinition(
        description =
            "Folder of relative names such as file:t.dat, an absolute path; made on demand, always"
                + " allowed; targets in the agent's data folder if left out",
        required = false)
    String targetsFolder() default "";

    /** More folders. */
    @AttributeDefinition(
        description = "Folders that files may be in, absolute paths parted by commas",
        required = false)
    String[] allowedFolders();
  }

  private final AllowedFolders folders;
  private final Map<Path, Integer> inUse = new ConcurrentHashMap<>();

  /** Reads the configuration; makes nothing. */
  @Activate
  public FileTargetProvider(Config config, BundleContext context) {
    this(
        AllowedFolders.of(
            config.targetsFolder().isBlank()
                ? context.getProperty("loadstone.data") + "/targets"
                : config.targetsFolder(),
            config.allowedFolders()));
  }

  FileTargetProvider(AllowedFolders folders) {
    this.folders = folders;
  }

  @Override
  public String scheme() {
    return "file";
  }

  @Override
  public String description() {
    return "A regular file: file:/folder/name?size=4GiB, or file:name?size=4GiB in "
        + folders.targets()
        + "; size is needed only for a file that is to be made.";
  }

  @Override
  public List<String> listing() {
    return new OwnFiles(folders).listing();
  }

  @Override
  public TargetPreview preview(TargetUri uri, TargetUse use) {
    try {
      Finding finding = Examination.of(folders, uri, use);
      return new TargetPreview(
          uri,
          finding.identity(),
          finding.sizeBytes(),
          PageCache.of(finding.direct()),
          finding.alignmentBytes(),
          finding.effects(),
          finding.warnings(),
          Optional.empty(),
          finding.space());
    } catch (TargetRefusedException e) {
      return TargetPreview.refused(uri, e.refusal());
    }
  }

  @Override
  public Optional<Path> kernelPath(TargetUri uri) {
    try {
      return Optional.of(folders.named(uri.path()));
    } catch (TargetRefusedException _) { // and so open refuses it
      return Optional.empty();
    }
  }

  @Override
  public Target open(TargetUri uri, TargetUse use) throws TargetRefusedException, IOException {
    Finding finding = Examination.of(folders, uri, use);
    boolean make = finding.owner() == Owner.NOBODY;
    if (make) {
      Files.createDirectories(finding.path().getParent());
    }
    int flags =
        (use.writes() || make ? FileCalls.O_RDWR : FileCalls.O_RDONLY)
            | (make ? FileCalls.O_CREAT | FileCalls.O_EXCL : 0)
            | FileCalls.O_NOFOLLOW
            | FileCalls.O_NONBLOCK;
    int fd = FileCalls.open(finding.path(), flags, 0644);
    if (fd < 0) {
      throw new IOException(
          FileProblem.sentence(make ? "Making" : "Opening", finding.path(), fd, finding.mount()));
    }
    boolean done = false;
    try {
      refuseIfLocked(finding.path(), fd, use.writes());
      FileTarget target = opened(uri, use, finding, fd, make);
      done = true;
      return target;
    } finally {
      if (!done) {
        FileCalls.close(fd);
        if (make) {
          Files.deleteIfExists(finding.path());
          Files.deleteIfExists(LayoutRecord.beside(finding.path()));
        }
      }
    }
  }

  @Override
  public boolean remove(TargetUri uri) throws TargetRefusedException, IOException {
    NamedFile.wantedBytes(uri);
    Path path = NamedFile.real(folders, uri);
    if (inUse.containsKey(path)) {
      throw new TargetRefusedException(
          Kind.SAFETY, path + " is in use by a run; stop the run first");
    }
    try {
      if (!Files.exists(path)) {
        return Files.deleteIfExists(LayoutRecord.beside(path));
      }
      LayoutRecord record =
          LayoutRecord.of(path, FileStatus.of(path))
              .orElseThrow(
                  () ->
                      new TargetRefusedException(
                          Kind.SAFETY,
                          path
                              + " was not laid out by Loadstone, or was replaced since; remove it by"
                              + " hand if it is not needed"));
      if (!record.made()) {
        throw new TargetRefusedException(
            Kind.SAFETY,
            path
                + " was there before Loadstone overwrote it; remove it by hand if it is not needed");
      }
      SystemUse.HERE.refuse(path, FileStatus.of(path));
      // The file first: a record without a file does no harm, a file without a record is foreign.
      Files.delete(path);
      Files.deleteIfExists(LayoutRecord.beside(path));
      return true;
    } catch (FileSystemException e) {
      throw new IOException(
          "Removing "
              + path
              + " failed: "
              + Optional.ofNullable(e.getReason()).orElse("permission denied")
              + "; the user of the agent must be able to write to its folder",
          e);
    }
  }

  // The lease of a run knows the runs of this agent only; another agent asks for the same lock. A
  // file system that has none says something else, and is driven all the same.
  private static void refuseIfLocked(Path path, int fd, boolean writes)
      throws TargetRefusedException {
    if (FileCalls.lock(fd, writes) == -Errno.EAGAIN.number()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          path
              + " is in use by another program, maybe another Loadstone agent, which has locked it"
              + (writes ? "" : " for writing")
              + "; end its run first (lsof names the program), or take another file");
    }
  }

  private FileTarget opened(TargetUri uri, TargetUse use, Finding finding, int fd, boolean made)
      throws IOException, TargetRefusedException {
    Path path = finding.path();
    FileStatus status = FileStatus.of(fd);
    refuseIfSwapped(finding, status, fd);
    Finding real = finding;
    boolean nothingToLose = made || (finding.owner() == Owner.EMPTY && use.lays());
    if (nothingToLose) {
      LayoutRecord record =
          LayoutRecord.begin(path, status, finding.sizeBytes(), use.layout(), true);
      record.write(path);
      real = finding.with(record);
    }
    if (made && use.direct() != DirectMode.OFF) {
      DirectAbility ability = DirectAbility.ofFile(path, finding.mount());
      if (!ability.able() && use.direct() == DirectMode.REQUIRED) {
        throw new TargetRefusedException(Kind.PLAN, Examination.notDirect(path, finding.mount()));
      }
      real = real.with(ability);
    }
    inUse.merge(path, 1, Integer::sum);
    return new FileTarget(
        uri,
        use,
        real,
        status,
        fd,
        made,
        () -> inUse.computeIfPresent(path, (_, count) -> count == 1 ? null : count - 1));
  }

  /** Between the examination and the opening somebody may have put another file there. */
  private static void refuseIfSwapped(Finding finding, FileStatus opened, int fd)
      throws IOException, TargetRefusedException {
    boolean sameFile = finding.status().map(opened::isSameFile).orElse(true);
    boolean samePlace =
        Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd)).equals(finding.path());
    if (!sameFile || !samePlace || !opened.isRegularFile()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          finding.path() + " was replaced while it was being opened; nothing was done with it");
    }
  }
}
