source "$(dirname "$0")/../recipes.sh"
npm_source re2 1.17.7
SRC=$SRC/vendor
mapfile -t files < <(ls "$SRC"/{re2,util}/*.cc | grep -vE '/(benchmark|fuzz|pcre|test)\.cc$')
library c++ 11 "$SRC" "${files[@]}"
