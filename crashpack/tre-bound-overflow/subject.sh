source "$(dirname "$0")/../recipes.sh"
debian_source tre
MAKE_ARGUMENTS="-C lib" autotools_project --disable-agrep --disable-nls
