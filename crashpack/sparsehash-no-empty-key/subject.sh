source "$(dirname "$0")/../recipes.sh"
debian_headers libsparsehash-dev
header_only 11 "$SRC/usr/include" sparsehash/dense_hash_map
