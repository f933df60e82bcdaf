source "$(dirname "$0")/../recipes.sh"
debian_source libcue
needs flex bison
cmake_project "$SRC"
cmake --build "$BUILD/build" --target cue   # makes the parser
