source "$(dirname "$0")/../recipes.sh"
debian_source libebml
cmake_project "$SRC"
