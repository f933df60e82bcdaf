source "$(dirname "$0")/../recipes.sh"
debian_source simdjson
library c++ 17 "$SRC/singleheader" "$SRC/singleheader/simdjson.cpp"
