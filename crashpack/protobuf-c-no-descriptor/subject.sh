source "$(dirname "$0")/../recipes.sh"
debian_source protobuf-c
library c 0 "$SRC" "$SRC/protobuf-c/protobuf-c.c"
