# clang's parser behind one library: everything that knows C++ declarations.
reenact_library(api
  SOURCES api_headers.cpp install_rules.cpp api_reader.cpp header_definitions.cpp api_type_names.cpp api_types.cpp api_parameters.cpp api_derived.cpp api_builder.cpp api_calls.cpp api_objects.cpp api_aggregates.cpp api_standard.cpp api_arrays.cpp api_callbacks.cpp api_macros.cpp api_actions.cpp api_stubs.cpp bridge.cpp
  DEPENDS reenact_base reenact_toolchain clang-cpp LLVM)
target_include_directories(reenact_api SYSTEM PRIVATE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_compile_options(reenact_api PRIVATE -fno-rtti -Wno-unused-parameter)
