source "$(dirname "$0")/../recipes.sh"
debian_source box2d
cmake_project "$SRC" -DBOX2D_BUILD_UNIT_TESTS=OFF -DBOX2D_BUILD_TESTBED=OFF
