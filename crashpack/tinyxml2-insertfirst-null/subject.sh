source "$(dirname "$0")/../recipes.sh"
debian_source tinyxml2
library c++ 11 "$SRC" "$SRC/tinyxml2.cpp"
