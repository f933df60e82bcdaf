# A test case as a GoogleTest file.
reenact_library(print
  SOURCES print.cpp print_body.cpp print_literals.cpp print_names.cpp print_uses.cpp print_value_variables.cpp
    print_variable_names.cpp
  DEPENDS reenact_base reenact_abi reenact_crash
  TESTS print_test.cpp)
