source "$(dirname "$0")/../recipes.sh"
debian_source tinyxml
DEFINES=-DTIXML_USE_STL
library c++ 11 "$SRC" "$SRC"/tiny{str,xml,xmlerror,xmlparser}.cpp
