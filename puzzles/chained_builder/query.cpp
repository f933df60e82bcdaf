#include "query.h"

#include <stdexcept>

Query& Query::from(const std::string& table) {
  table_ = table;
  return *this;
}

Query& Query::limit(int rows) {
  rows_ = rows;
  return *this;
}

std::string Query::text() const {
  if (rows_ > 0 && table_.empty()) throw std::logic_error("limit without table");
  return "from " + table_;
}
