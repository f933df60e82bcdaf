source "$(dirname "$0")/../recipes.sh"
debian_source libyaml
cmake_project "$SRC" -DBUILD_TESTING=OFF
