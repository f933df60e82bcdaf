source "$(dirname "$0")/../recipes.sh"
debian_source libcaca
MAKE_ARGUMENTS="-C caca" autotools_project --disable-doc --disable-cxx --disable-csharp --disable-java --disable-python --disable-ruby \
  --disable-slang --disable-ncurses --disable-x11 --disable-gl --disable-cocoa --disable-imlib2 --disable-plugins
