package io.loadstone.target.file.internal;

import io.loadstone.api.control.LiveSettings;
import io.loadstone.api.control.PartHealth;
import io.loadstone.api.engine.Errno;
import io.loadstone.api.target.DirectMode;
import io.loadstone.api.target.FoundTarget;
import io.loadstone.api.target.Refusal.Kind;
import io.loadstone.api.target.Target;
import io.loadstone.api.target.TargetProvider;
import io.loadstone.api.target.TargetRefusedException;
import io.loadstone.api.target.TargetTraits;
import io.loadstone.api.target.TargetUri;
import io.loadstone.api.target.TargetUse;
import io.loadstone.linux.FileCalls;
import io.loadstone.linux.FileStatus;
import io.loadstone.linux.NativeIoException;
import io.loadstone.target.file.internal.FileState.Owner;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Regular files as targets, in the folders that the configuration allows. */
@Component(
    service = {TargetProvider.class, PartHealth.class},
    configurationPid = "io.loadstone.targets",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@Designate(ocd = FileTargetProvider.Config.class)
public final class FileTargetProvider implements TargetProvider, PartHealth {
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

  private static final Logger LOG = LoggerFactory.getLogger(FileTargetProvider.class);

  private final LiveSettings<AllowedFolders> folders;
  private final Locking locking;
  private final Map<Path, Integer> inUse = new ConcurrentHashMap<>();

  /** Reads the configuration; makes nothing. */
  @Activate
  public FileTargetProvider(Config config, BundleContext context) {
    this(allowed(config, context));
  }

  FileTargetProvider(AllowedFolders folders) {
    this(folders, FileCalls::lock);
  }

  FileTargetProvider(AllowedFolders folders, Locking locking) {
    this.folders = new LiveSettings<>(folders);
    this.locking = locking;
  }

  private static AllowedFolders allowed(Config config, BundleContext context) {
    return AllowedFolders.of(
        config.targetsFolder().isBlank()
            ? context.getProperty("loadstone.data") + "/targets"
            : config.targetsFolder(),
        config.allowedFolders());
  }

  /** For targets that are asked for from now on; open ones stay open. */
  @Modified
  void change(Config config, BundleContext context) {
    change(() -> allowed(config, context));
  }

  void change(Supplier<AllowedFolders> next) {
    folders.change(next, LOG::warn);
  }

  @Override
  public List<String> problems() {
    return folders.problems();
  }

  /** {@link FileCalls#lock}. */
  interface Locking {
    /** Returns 0 or a negated errno. */
    int lock(int fd, boolean exclusive);
  }

  @Override
  public String scheme() {
    return "file";
  }

  @Override
  public String description() {
    return "A regular file: file:/folder/name?size=4GiB, or file:name?size=4GiB in "
        + folders.current().targets()
        + "; size is needed only for a file that is to be made.";
  }

  @Override
  public List<String> listing() {
    return new OwnFiles(folders.current()).listing();
  }

  @Override
  public FoundTarget find(TargetUri uri, TargetUse use) throws TargetRefusedException {
    return Examination.of(folders.current(), uri, use).found();
  }

  @Override
  public Target open(TargetUri uri, TargetUse use) throws TargetRefusedException, IOException {
    Finding finding = Examination.of(folders.current(), uri, use);
    FileState state = finding.state();
    Path path = state.path();
    boolean make = state.owner() == Owner.NOBODY;
    if (make) {
      Files.createDirectories(path.getParent());
    }
    int flags =
        (use.writes() || make ? FileCalls.O_RDWR : FileCalls.O_RDONLY)
            | (make ? FileCalls.O_CREAT | FileCalls.O_EXCL : 0)
            | FileCalls.O_NOFOLLOW
            | FileCalls.O_NONBLOCK;
    int fd = FileCalls.open(path, flags, 0644);
    if (fd < 0) {
      throw new IOException(
          FileProblem.sentence(make ? "Making" : "Opening", path, fd, state.mount()));
    }
    try {
      refuseIfLocked(path, fd, use.writes());
      FileStatus status = FileStatus.of(fd);
      refuseIfSwapped(state, status, fd);
      if (make) {
        return made(finding, use, status, fd);
      }
      // What is there and empty is as good as made.
      boolean begins = state.owner() == Owner.EMPTY && use.lays();
      TargetTraits traits = finding.found().traits();
      return target(traits, begins ? begun(finding, use, status) : state, status, fd, false);
    } catch (IOException | TargetRefusedException | RuntimeException e) {
      FileCalls.close(fd);
      throw e;
    }
  }

  @Override
  public boolean remove(TargetUri uri) throws TargetRefusedException, IOException {
    NamedFile.wantedBytes(uri);
    Path path = NamedFile.real(folders.current(), uri);
    if (inUse.containsKey(path)) {
      throw new TargetRefusedException(
          Kind.SAFETY, path + " is in use by a run; stop the run first");
    }
    try {
      if (!Files.exists(path)) {
        return Files.deleteIfExists(LayoutRecord.beside(path));
      }
      refuseIfNotMadeHere(path);
      SystemUse.HERE.refuse(path, FileStatus.of(path));
      removeLocked(path);
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

  private static void refuseIfNotMadeHere(Path path) throws TargetRefusedException, IOException {
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
          path + " was there before Loadstone overwrote it; remove it by hand if it is not needed");
    }
  }

  private void removeLocked(Path path) throws TargetRefusedException, IOException {
    int fd =
        FileCalls.open(path, FileCalls.O_RDONLY | FileCalls.O_NOFOLLOW | FileCalls.O_NONBLOCK, 0);
    if (fd < 0) {
      throw new NativeIoException("open", fd, path.toString());
    }
    try {
      refuseIfLocked(path, fd, true);
      // The file first: a record without a file does no harm, a file without a record is foreign.
      Files.delete(path);
      Files.deleteIfExists(LayoutRecord.beside(path));
    } finally {
      FileCalls.close(fd);
    }
  }

  // The lease of a run knows the runs of this agent only; another agent asks for the same lock. A
  // file system that has none says something else, and is driven all the same.
  private void refuseIfLocked(Path path, int fd, boolean writes) throws TargetRefusedException {
    if (locking.lock(fd, writes) == -Errno.EAGAIN.number()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          path
              + " is in use by another program, maybe another Loadstone agent, which has locked it"
              + (writes ? "" : " for writing")
              + "; end its run first (lsof names the program), or take another file");
    }
  }

  /**
   * Takes over a file that was just made and is locked. Only such a one is removed again if that
   * fails, and before the lock is given back: another agent that found the name may have it next.
   */
  private FileTarget made(Finding finding, TargetUse use, FileStatus status, int fd)
      throws IOException, TargetRefusedException {
    Path path = finding.state().path();
    Mount mount = finding.state().mount();
    TargetTraits traits = finding.found().traits();
    try {
      FileState begun = begun(finding, use, status);
      if (use.direct() != DirectMode.OFF) {
        DirectAbility ability = DirectAbility.ofFile(path, mount);
        if (!ability.able() && use.direct() == DirectMode.REQUIRED) {
          throw new TargetRefusedException(Kind.PLAN, Examination.notDirect(path, mount));
        }
        traits = traits.withDirect(ability.able(), ability.alignmentBytes());
      }
      return target(traits, begun, status, fd, true);
    } catch (IOException | TargetRefusedException | RuntimeException e) {
      Files.deleteIfExists(path);
      Files.deleteIfExists(LayoutRecord.beside(path));
      throw e;
    }
  }

  private static FileState begun(Finding finding, TargetUse use, FileStatus status)
      throws IOException {
    Path path = finding.state().path();
    long sizeBytes = finding.found().traits().sizeBytes();
    LayoutRecord record = LayoutRecord.begin(path, status, sizeBytes, use.layout(), true);
    record.write(path);
    return finding.state().with(record);
  }

  private FileTarget target(
      TargetTraits traits, FileState state, FileStatus status, int fd, boolean justMade) {
    Path path = state.path();
    inUse.merge(path, 1, Integer::sum);
    return new FileTarget(
        traits,
        state,
        status,
        fd,
        justMade,
        () -> inUse.computeIfPresent(path, (_, count) -> count == 1 ? null : count - 1));
  }

  /** Between the examination and the opening somebody may have put another file there. */
  private static void refuseIfSwapped(FileState state, FileStatus opened, int fd)
      throws IOException, TargetRefusedException {
    boolean sameFile = state.status().map(opened::isSameFile).orElse(true);
    boolean samePlace = Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd)).equals(state.path());
    if (!sameFile || !samePlace || !opened.isRegularFile()) {
      throw new TargetRefusedException(
          Kind.SAFETY,
          state.path() + " was replaced while it was being opened; nothing was done with it");
    }
  }
}
