source "$(dirname "$0")/../recipes.sh"
debian_source libetpan
MAKE_ARGUMENTS="-C src" autotools_project --without-openssl --without-gnutls --without-sasl --without-curl --without-expat --without-zlib --disable-db
