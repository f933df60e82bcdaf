source "$(dirname "$0")/../recipes.sh"
debian_source http-parser
library c 0 "$SRC" "$SRC/http_parser.c"
