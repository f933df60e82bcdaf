source "$(dirname "$0")/../recipes.sh"
debian_source libsigc++-2.0
sources=$SRC
debian_headers libsigc++-2.0-dev  # the headers that the project's build makes with m4
include=$SRC/usr/include/sigc++-2.0
library c++ 17 "$include $(dirname "$(find "$SRC" -name 'sigc++config.h')")" "$sources"/sigc++/*.cc "$sources"/sigc++/functors/*.cc
