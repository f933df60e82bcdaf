source "$(dirname "$0")/../recipes.sh"
debian_headers libcxxopts-dev
header_only 11 "$SRC/usr/include" cxxopts.hpp
