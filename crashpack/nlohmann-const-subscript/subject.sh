source "$(dirname "$0")/../recipes.sh"
debian_source nlohmann-json3
header_only 11 "$SRC/single_include" nlohmann/json.hpp
