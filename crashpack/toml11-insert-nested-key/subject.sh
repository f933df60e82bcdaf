source "$(dirname "$0")/../recipes.sh"
debian_headers libtoml11-dev
header_only 11 "$SRC/usr/include" toml.hpp
