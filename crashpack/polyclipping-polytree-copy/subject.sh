source "$(dirname "$0")/../recipes.sh"
debian_source libpolyclipping
library c++ 11 "$SRC/cpp" "$SRC/cpp/clipper.cpp"
