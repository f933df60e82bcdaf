source "$(dirname "$0")/../recipes.sh"
debian_source soundtouch
cmake_project "$SRC" -DSOUNDSTRETCH=OFF
