source "$(dirname "$0")/../recipes.sh"
debian_source json-c
cmake_project "$SRC" -DBUILD_TESTING=OFF -DDISABLE_WERROR=ON
