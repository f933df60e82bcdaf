source "$(dirname "$0")/../recipes.sh"
debian_source dxflib
library c++ 11 "$SRC/src" "$SRC"/src/dl_{dxf,writer_ascii}.cpp
