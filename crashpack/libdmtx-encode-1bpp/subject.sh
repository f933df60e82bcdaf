source "$(dirname "$0")/../recipes.sh"
debian_source libdmtx
cmake_project "$SRC"
