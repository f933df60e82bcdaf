source "$(dirname "$0")/../recipes.sh"
debian_source libtommath
library c 0 "$SRC" "$SRC"/bn_*.c
