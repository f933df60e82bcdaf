# Installs evolve into an empty prefix, builds the examples against it with find_package, and runs crow.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(status)
    message(FATAL_ERROR "failed: ${ARGN}\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${SCRATCH})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix --component evolve)
file(COPY ${EXAMPLES} DESTINATION ${SCRATCH})   # away from the sources, so that only installed headers are found
run(${CMAKE_COMMAND} -S ${SCRATCH}/examples -B ${SCRATCH}/build -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
    -DCMAKE_PREFIX_PATH=${SCRATCH}/prefix)
run(${CMAKE_COMMAND} --build ${SCRATCH}/build)
run(${SCRATCH}/build/crow)
if(NOT output STREQUAL "crow\n")
  message(FATAL_ERROR "crow printed: ${output}")
endif()

file(STRINGS ${EXAMPLES}/crow.cpp lines REGEX "^ *[^ /]")
list(LENGTH lines count)
if(count GREATER 15)
  message(FATAL_ERROR "crow.cpp has ${count} lines; the README promises at most 15")
endif()
