source "$(dirname "$0")/../recipes.sh"
debian_source picojson
header_only 11 "$SRC" picojson.h
