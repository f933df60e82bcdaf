source "$(dirname "$0")/../recipes.sh"
debian_source taglib
cmake_project "$SRC" -DWITH_ZLIB=OFF
