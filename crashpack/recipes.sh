# Shared by the subject.sh recipes. SOURCES: downloads; BUILD: this crash's folder. Each source is fetched once.
set -euo pipefail
flags="-g -O0 -w"
unavailable() { echo "recipe: $1 cannot be had" >&2; exit 3; }  # any other failure is the recipe's

# debian_source NAME: the upstream tarball of a Debian source package, without patches; sets SRC.
debian_source() {
  SRC=$SOURCES/$1
  [ -d "$SRC" ] && return
  (cd "$SOURCES" && apt-get source --download-only --tar-only -qq "$1") || unavailable "$1"
  local archive
  archive=$(ls "$SOURCES/$1"_*.orig.tar.* | grep -v '\.asc$' | head -n 1)
  mkdir -p "$SRC.part" && tar -xf "$archive" -C "$SRC.part" --strip-components=1 && mv "$SRC.part" "$SRC"
}
# debian_headers PACKAGE: the files of a binary -dev package; sets SRC.
debian_headers() {
  SRC=$SOURCES/$1
  [ -d "$SRC" ] && return
  (cd "$SOURCES" && apt-get download -qq "$1") || unavailable "$1"
  dpkg-deb -x "$SOURCES/$1"_*.deb "$SRC"
}
# npm_source NAME VERSION: the files of an npm package; sets SRC.
npm_source() {
  SRC=$SOURCES/$1-$2/package
  [ -d "$SRC" ] && return
  local archive
  archive=$(cd "$SOURCES" && npm pack --silent "$1@$2" | tail -n 1) || unavailable "$1"
  mkdir -p "$SOURCES/$1-$2" && tar -xzf "$SOURCES/$archive" -C "$SOURCES/$1-$2"
}
# cmake_project FOLDER [OPTION...]: configures a CMake project; its generated headers are made, nothing is built.
cmake_project() {
  cmake -G Ninja -S "$1" -B "$BUILD/build" -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_BUILD_TYPE=None \
    -DCMAKE_C_FLAGS="$flags ${DEFINES:-}" -DCMAKE_CXX_FLAGS="$flags ${DEFINES:-}" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "${@:2}"
}
# needs PACKAGE...: tools beyond what Reenact itself needs are installed if they are missing.
needs() { "$(dirname "${BASH_SOURCE[0]}")/../scripts/install-packages" "$@" || unavailable "$*"; }
# copied_source: SRC becomes a copy in BUILD, for projects that build only inside their sources.
copied_source() { cp -a "$SRC" "$BUILD/build" && SRC=$BUILD/build; }
# autotools_project [OPTION...]: configures SRC and builds it with bear watching, for the database; makes configure if the
# tarball has none. MAKE_ARGUMENTS: targets or options for make.
autotools_project() {
  needs bear make
  copied_source
  [ -x "$SRC/configure" ] || { needs autoconf automake libtool && (cd "$SRC" && autoreconf -fi); }
  (cd "$SRC" && ./configure CC=clang-19 CXX=clang++-19 CFLAGS="$flags ${DEFINES:-}" CXXFLAGS="$flags ${DEFINES:-}" \
    --disable-shared --enable-static "$@" && bear --output compile_commands.json -- make -j2 ${MAKE_ARGUMENTS:-})
}
# make_project [ARGUMENT...]: builds SRC by its own makefile with bear watching.
make_project() {
  needs bear make
  [ "$SRC" = "$BUILD/build" ] || copied_source
  (cd "$SRC" && bear --output compile_commands.json -- make -j2 CC=clang-19 CXX=clang++-19 "$@")
}
# meson_project [OPTION...]: configures SRC and makes its generated headers.
meson_project() {
  needs meson
  (cd "$SRC" && CC=clang-19 CXX=clang++-19 CFLAGS="$flags ${DEFINES:-}" CXXFLAGS="$flags ${DEFINES:-}" \
    meson setup "$BUILD/build" --buildtype plain --default-library static "$@")
}
# library LANGUAGE STANDARD INCLUDE FILE...: a library of these files, for projects without a usable build.
library() {
  mkdir -p "$BUILD/project"
  { echo "cmake_minimum_required(VERSION 3.13)"; echo "project(subject C CXX)"; echo "add_library(subject STATIC"
    printf '  "%s"\n' "${@:4}"; echo ")"; echo "target_include_directories(subject PUBLIC $3)"
    [ "$1" = c ] || echo "set_target_properties(subject PROPERTIES CXX_STANDARD $2)"; } >"$BUILD/project/CMakeLists.txt"
  cmake_project "$BUILD/project"
}
# header_only STANDARD INCLUDE HEADER: one unit that includes it.
header_only() {
  mkdir -p "$BUILD/project"
  echo "#include <$3>" >"$BUILD/project/unit.cpp"
  library c++ "$1" "$2" "$BUILD/project/unit.cpp"
}
