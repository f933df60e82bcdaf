source "$(dirname "$0")/../recipes.sh"
debian_source mujs
make_project build/debug/libmujs.a build=debug CFLAGS="$flags"
