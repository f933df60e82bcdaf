source "$(dirname "$0")/../recipes.sh"
debian_source cadical
DEFINES="-DNBUILD"
mapfile -t files < <(ls "$SRC"/src/*.cpp | grep -vE '/(cadical|mobical|ipasir)\.cpp$')
library c++ 11 "$SRC/src" "${files[@]}"
