source "$(dirname "$0")/../recipes.sh"
debian_source yaml-cpp
cmake_project "$SRC" -DYAML_CPP_BUILD_TESTS=OFF -DYAML_CPP_BUILD_TOOLS=OFF
