source "$(dirname "$0")/../recipes.sh"
debian_source yajl
cmake_project "$SRC"
