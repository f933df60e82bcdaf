#pragma once

#include <stdexcept>
#include <string>

namespace shop {

struct QueryError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// "name=value"
class Query {
 public:
  explicit Query(const std::string& text);

 private:
  char* copy_;
};

}  // namespace shop
