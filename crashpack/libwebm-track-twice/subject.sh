source "$(dirname "$0")/../recipes.sh"
debian_source libwebm
cmake_project "$SRC" -DENABLE_WEBMTS=OFF -DENABLE_WEBMINFO=OFF -DENABLE_SAMPLE_PROGRAMS=OFF
