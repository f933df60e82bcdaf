source "$(dirname "$0")/../recipes.sh"
debian_source ode
cmake_project "$SRC" -DCMAKE_BUILD_TYPE=Debug -DODE_WITH_DEMOS=OFF -DODE_WITH_TESTS=OFF
