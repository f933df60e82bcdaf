source "$(dirname "$0")/../recipes.sh"
debian_source fmtlib
library c++ 17 "$SRC/include" "$SRC/src/format.cc"
