source "$(dirname "$0")/../recipes.sh"
npm_source react-native 0.57.0
SRC=$SRC/ReactCommon/yoga
library c++ 14 "$SRC" "$SRC"/yoga/*.cpp
