source "$(dirname "$0")/../recipes.sh"
debian_source libconfuse
needs flex
# configure.ac needs gettext's files, which the tarball lacks.
mkdir -p "$BUILD/project"
printf '#define %s\n' _GNU_SOURCE HAVE_{STRDUP,STRNDUP,STRCASECMP,REALLOCARRAY,FMEMOPEN,UNISTD_H,STRING_H,STRINGS_H,SYS_STAT_H} \
  'PACKAGE_VERSION "3.3"' 'PACKAGE_STRING "libConfuse 3.3"' >"$BUILD/project/config.h"
flex -Pcfg_yy -o "$BUILD/project/lexer.c" "$SRC/src/lexer.l"
DEFINES=-DHAVE_CONFIG_H
library c 0 "$SRC/src $BUILD/project" "$SRC/src/confuse.c" "$BUILD/project/lexer.c"
