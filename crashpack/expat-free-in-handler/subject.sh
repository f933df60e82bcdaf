source "$(dirname "$0")/../recipes.sh"
debian_source expat
cmake_project "$SRC/expat" -DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_EXAMPLES=OFF
