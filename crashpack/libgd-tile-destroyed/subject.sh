source "$(dirname "$0")/../recipes.sh"
debian_source libgd2
cmake_project "$SRC" -DBUILD_STATIC_LIBS=ON -DBUILD_PROGRAMS=OFF
