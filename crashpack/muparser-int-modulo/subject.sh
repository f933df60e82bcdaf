source "$(dirname "$0")/../recipes.sh"
debian_source muparser
cmake_project "$SRC" -DENABLE_OPENMP=OFF -DENABLE_SAMPLES=OFF
