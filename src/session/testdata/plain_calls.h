// APIs of functions without parameters, and tests that call them one after another.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "api/api_model.h"
#include "testcase/test_case.h"

namespace reenact {

/// `void a(); void b();` of the names "a", "b": CallableId(i) is names[i].
inline ApiModel api_of(const std::vector<std::string>& names) {
  ApiModel api;
  for (const std::string& name : names) {
    Callable made;
    made.id = CallableId(api.callables.size());
    made.kind = CallableKind::kFunction;
    made.name = name;
    made.expression = name + "()";
    api.callables.push_back(made);
  }
  return api;
}

inline TestCase calls(std::initializer_list<unsigned> callables) {
  TestCase test;
  for (const unsigned id : callables) {
    Statement statement;
    statement.kind = StatementKind::kCall;
    statement.callable = CallableId(id);
    test.statements.push_back(statement);
  }
  return test;
}

}  // namespace reenact
