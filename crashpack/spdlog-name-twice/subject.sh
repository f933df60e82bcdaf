source "$(dirname "$0")/../recipes.sh"
debian_source fmtlib
fmt=$SRC
debian_source spdlog
DEFINES="-DSPDLOG_COMPILED_LIB -DSPDLOG_FMT_EXTERNAL"
library c++ 11 "$SRC/include $fmt/include" "$SRC"/src/*.cpp "$fmt/src/format.cc"
