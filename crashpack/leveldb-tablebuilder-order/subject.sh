source "$(dirname "$0")/../recipes.sh"
npm_source leveldown 5.6.0
SRC=$SRC/deps/leveldb/leveldb-1.20
DEFINES="-DOS_LINUX -DLEVELDB_PLATFORM_POSIX -DLEVELDB_ATOMIC_PRESENT"
mapfile -t files < <(ls "$SRC"/{db,table,util,port}/*.cc "$SRC"/helpers/memenv/memenv.cc | grep -vE '(_test|_bench|_main|leveldbutil|testutil|testharness)\.cc$')
library c++ 11 "$SRC $SRC/include" "${files[@]}"
