source "$(dirname "$0")/../recipes.sh"
debian_source libvterm
needs libtool-bin perl
make_project libvterm.la CFLAGS="$flags -std=c99 -Iinclude"
