source "$(dirname "$0")/../recipes.sh"
debian_source jansson
cmake_project "$SRC" -DJANSSON_BUILD_DOCS=OFF -DJANSSON_EXAMPLES=OFF -DJANSSON_WITHOUT_TESTS=ON
