source "$(dirname "$0")/../recipes.sh"
debian_source speexdsp
autotools_project --disable-examples
