source "$(dirname "$0")/../recipes.sh"
debian_source c-ares
cmake_project "$SRC" -DCARES_STATIC=ON -DCARES_SHARED=OFF -DCARES_BUILD_TOOLS=OFF
