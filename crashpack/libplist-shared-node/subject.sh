source "$(dirname "$0")/../recipes.sh"
debian_source libplist
autotools_project --without-cython
