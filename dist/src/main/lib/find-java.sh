# Finds a Java for Loadstone. Sourced by bin/loadstone and by the script of a checkout.
#
#   find_java java     sets JAVA_FOUND to the home of a Java that can run Loadstone
#   find_java javac    ... that can build it as well
#
# Returns 1 with a sentence on standard error if there is none. An explicit LOADSTONE_JAVA must fit;
# JAVA_HOME and all others are passed over if they don't. The release that Loadstone is built and
# tested with comes first, then the nearest newer one.

LOADSTONE_JAVA_RELEASE=25

# What stands before the folders of the system; a test puts another root here.
java_root=

# Prints the feature release of the Java in folder $1: 25 for 25.0.3, 8 for 1.8.0_402.
java_release() {
  release_line=
  if [ -r "$1/release" ]; then
    release_line=$(sed -n 's/^JAVA_VERSION="\(.*\)"$/\1/p' "$1/release")
  fi
  if [ -z "$release_line" ]; then
    release_line=$("$1/bin/java" -XshowSettings:properties -version 2>&1 |
      sed -n 's/^ *java.specification.version = //p')
  fi
  release_line=${release_line#1.}
  printf '%s\n' "${release_line%%[!0-9]*}"
}

# Whether folder $1 is a Java that has program $2 and is new enough; sets JAVA_RELEASE_FOUND.
java_fits() {
  [ -x "$1/bin/java" ] && [ -x "$1/bin/$2" ] || return 1
  JAVA_RELEASE_FOUND=$(java_release "$1")
  [ -n "$JAVA_RELEASE_FOUND" ] && [ "$JAVA_RELEASE_FOUND" -ge "$LOADSTONE_JAVA_RELEASE" ]
}

find_java() {
  JAVA_FOUND=
  if [ -n "${LOADSTONE_JAVA:-}" ]; then
    case $LOADSTONE_JAVA in
      */bin/java) java_named=${LOADSTONE_JAVA%/bin/java} ;;
      *) java_named=$LOADSTONE_JAVA ;;
    esac
    if java_fits "$java_named" "$1"; then
      JAVA_FOUND=$java_named
      return 0
    fi
    echo "loadstone: LOADSTONE_JAVA=$LOADSTONE_JAVA has no bin/$1 of Java $LOADSTONE_JAVA_RELEASE or newer; correct it, or unset it to let Loadstone search" >&2
    return 1
  fi
  if [ -n "${JAVA_HOME:-}" ] && java_fits "$JAVA_HOME" "$1"; then
    JAVA_FOUND=$JAVA_HOME
    return 0
  fi
  java_on_path=$(command -v java 2>/dev/null) && java_on_path=$(readlink -f -- "$java_on_path") || java_on_path=
  java_best=
  for java_home in "${java_on_path%/bin/java}" "$java_root"/usr/lib/jvm/* "$java_root"/usr/lib64/jvm/* \
    "$java_root"/usr/java/* "$java_root"/opt/* "$java_root"/opt/java/* "$java_root"/usr/local/* \
    "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* "${HOME:-}"/.local/share/mise/installs/java/* \
    "$java_root"/Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$java_home" ] && java_fits "$java_home" "$1"; then
      if [ -z "$java_best" ] || [ "$JAVA_RELEASE_FOUND" -lt "$java_best" ]; then
        JAVA_FOUND=$java_home
        java_best=$JAVA_RELEASE_FOUND
      fi
      [ "$java_best" -ne "$LOADSTONE_JAVA_RELEASE" ] || return 0
    fi
  done
  [ -z "$JAVA_FOUND" ] || return 0
  if [ "$1" = javac ]; then java_kind=JDK; else java_kind="JDK or JRE"; fi
  echo "loadstone: no $java_kind $LOADSTONE_JAVA_RELEASE or newer was found; install one (Debian: apt install openjdk-25-jdk-headless; others: https://adoptium.net), or name its folder with LOADSTONE_JAVA" >&2
  return 1
}
