source "$(dirname "$0")/../recipes.sh"
debian_source tinyxml2
DEFINES=-DTINYXML2_DEBUG
library c++ 11 "$SRC" "$SRC/tinyxml2.cpp"
