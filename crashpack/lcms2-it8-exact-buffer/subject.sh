source "$(dirname "$0")/../recipes.sh"
debian_source lcms2
library c 0 "$SRC/include" "$SRC"/src/*.c
