source "$(dirname "$0")/../recipes.sh"
debian_source cjson
cmake_project "$SRC" -DENABLE_CJSON_UTILS=On -DENABLE_CJSON_TEST=Off -DENABLE_CUSTOM_COMPILER_FLAGS=Off
