source "$(dirname "$0")/../recipes.sh"
debian_source cmark
cmake_project "$SRC" -DCMARK_TESTS=OFF -DCMARK_SHARED=OFF
