source "$(dirname "$0")/../recipes.sh"
npm_source hnswlib-node 1.4.2
header_only 11 "$SRC/src" hnswlib/hnswlib.h
