source "$(dirname "$0")/../recipes.sh"
debian_source libyang2
needs libpcre2-dev
cmake_project "$SRC" -DENABLE_TESTS=OFF -DENABLE_TOOLS=OFF -DENABLE_BUILD_TESTS=OFF
