source "$(dirname "$0")/../recipes.sh"
debian_source double-conversion
cmake_project "$SRC"
