source "$(dirname "$0")/../recipes.sh"
debian_source jsonnet
# The standard library as the numbers of a C array, which the project's build makes of it.
mkdir -p "$BUILD/project"
{ od -v -An -tu1 -w1 "$SRC/stdlib/std.jsonnet" | sed 's/$/,/'; echo 0; } >"$BUILD/project/std.jsonnet.h"
ryml=$SRC/third_party/rapidyaml/rapidyaml
mapfile -t files < <(ls "$SRC"/{core,cpp}/*.cpp "$SRC"/third_party/md5/*.cpp "$ryml"/src/c4/yml/*.cpp "$ryml"/ext/c4core/src/c4/*.cpp | grep -v '_test\.cpp$')
library c++ 11 "$SRC/include $SRC/core $SRC/third_party/json $SRC/third_party/md5 $ryml/src $ryml/ext/c4core/src $BUILD/project" "${files[@]}"
