source "$(dirname "$0")/../recipes.sh"
debian_source libstb
mkdir -p "$BUILD/project"
printf '#define STB_IMAGE_IMPLEMENTATION\n#include "stb_image.h"\n' >"$BUILD/project/stb_image.c"
library c 0 "$SRC" "$BUILD/project/stb_image.c"
