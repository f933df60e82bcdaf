source "$(dirname "$0")/../recipes.sh"
debian_source libtomcrypt
make_project -f makefile.unix libtomcrypt.a CFLAGS="$flags"
