source "$(dirname "$0")/../recipes.sh"
debian_source qr-code-generator
library c++ 11 "$SRC/cpp" "$SRC/cpp/qrcodegen.cpp"
