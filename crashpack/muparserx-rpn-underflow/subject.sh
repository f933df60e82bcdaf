source "$(dirname "$0")/../recipes.sh"
debian_source muparserx
cmake_project "$SRC" -DBUILD_EXAMPLES=OFF -DUSE_OPENMP=OFF
