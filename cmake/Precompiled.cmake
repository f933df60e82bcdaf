# Headers that most units include are compiled once, which saves a full build time. Every unit still includes what
# it uses; -DREENACT_PRECOMPILE=OFF builds without. Off by default under ccache and the like, which would see every
# unit change with any of these headers.
if(CMAKE_CXX_COMPILER_LAUNCHER OR DEFINED ENV{CMAKE_CXX_COMPILER_LAUNCHER})
  set(precompile_default OFF)
else()
  set(precompile_default ON)
endif()
option(REENACT_PRECOMPILE "Compile the headers that most units include once" ${precompile_default})

# reenact_precompile(TARGET KIND): TARGET's units begin with cmake/precompiled/KIND.h.
function(reenact_precompile target kind)
  if(REENACT_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled/${kind}.h)
  endif()
endfunction()

# reenact_reuse_precompiled(TARGET KIND): the same, compiled once for all targets of the same flags. Kinds: library, test.
function(reenact_reuse_precompiled target kind)
  if(NOT REENACT_PRECOMPILE)
    return()
  endif()
  if(NOT TARGET reenact_precompiled_${kind})
    set(source ${CMAKE_BINARY_DIR}/precompiled_${kind}.cpp)
    if(kind STREQUAL test)
      file(GENERATE OUTPUT ${source} CONTENT "int main() {}\n")
      add_executable(reenact_precompiled_test EXCLUDE_FROM_ALL ${source})
      target_link_libraries(reenact_precompiled_test PRIVATE GTest::gmock)
    else()
      file(GENERATE OUTPUT ${source} CONTENT "")
      add_library(reenact_precompiled_${kind} OBJECT EXCLUDE_FROM_ALL ${source})
    endif()
    target_link_libraries(reenact_precompiled_${kind} PRIVATE fmt::fmt)
    target_include_directories(reenact_precompiled_${kind} SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS})
    reenact_warnings(reenact_precompiled_${kind})
    reenact_precompile(reenact_precompiled_${kind} ${kind})
  endif()
  target_precompile_headers(${target} REUSE_FROM reenact_precompiled_${kind})
endfunction()
