source "$(dirname "$0")/../recipes.sh"
debian_source chipmunk
cmake_project "$SRC" -DBUILD_DEMOS=OFF -DBUILD_SHARED=OFF -DINSTALL_STATIC=OFF
