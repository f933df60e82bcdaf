source "$(dirname "$0")/../recipes.sh"
debian_source lua5.4
make_project -C src liblua.a MYCFLAGS="$flags -DLUA_USE_POSIX"
