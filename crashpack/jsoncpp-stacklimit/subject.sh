source "$(dirname "$0")/../recipes.sh"
debian_source libjsoncpp
cmake_project "$SRC" -DJSONCPP_WITH_TESTS=OFF -DBUILD_OBJECT_LIBS=OFF -DJSONCPP_WITH_POST_BUILD_UNITTEST=OFF
