source "$(dirname "$0")/../recipes.sh"
debian_source tinyobjloader
library c++ 11 "$SRC" "$SRC/tiny_obj_loader.cc"
