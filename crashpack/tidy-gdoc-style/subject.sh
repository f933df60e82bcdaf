source "$(dirname "$0")/../recipes.sh"
debian_source tidy-html5
cmake_project "$SRC" -DBUILD_SHARED_LIB=OFF
