source "$(dirname "$0")/../recipes.sh"
debian_source lodepng
library c++ 11 "$SRC" "$SRC/lodepng.cpp"
