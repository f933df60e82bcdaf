source "$(dirname "$0")/../recipes.sh"
debian_source flatbuffers
cmake_project "$SRC" -DFLATBUFFERS_BUILD_TESTS=OFF -DFLATBUFFERS_BUILD_FLATC=OFF -DFLATBUFFERS_BUILD_FLATHASH=OFF
