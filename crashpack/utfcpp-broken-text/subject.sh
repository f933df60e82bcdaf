source "$(dirname "$0")/../recipes.sh"
debian_headers libutfcpp-dev
header_only 17 "$SRC/usr/include/utf8cpp" utf8.h
