source "$(dirname "$0")/../recipes.sh"
debian_source giflib
make_project libgif.a CFLAGS="$flags"
