source "$(dirname "$0")/../recipes.sh"
debian_source libmodbus
autotools_project --disable-tests
