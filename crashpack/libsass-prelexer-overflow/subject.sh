source "$(dirname "$0")/../recipes.sh"
npm_source node-sass 4.11.0
SRC=$SRC/src/libsass
library c++ 11 "$SRC/include $SRC/src" "$SRC"/src/*.cpp "$SRC"/src/*.c "$SRC"/src/memory/*.cpp
