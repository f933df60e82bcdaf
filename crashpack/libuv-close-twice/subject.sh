source "$(dirname "$0")/../recipes.sh"
debian_source libuv1
cmake_project "$SRC" -DLIBUV_BUILD_TESTS=OFF
