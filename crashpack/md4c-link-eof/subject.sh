source "$(dirname "$0")/../recipes.sh"
debian_source md4c
cmake_project "$SRC"
