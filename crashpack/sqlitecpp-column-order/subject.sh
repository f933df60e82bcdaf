source "$(dirname "$0")/../recipes.sh"
debian_source sqlitecpp
cmake_project "$SRC" -DSQLITECPP_INTERNAL_SQLITE=ON -DSQLITECPP_RUN_CPPLINT=OFF -DSQLITECPP_RUN_CPPCHECK=OFF
