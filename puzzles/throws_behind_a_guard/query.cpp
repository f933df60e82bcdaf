#include "query.h"

#include <cstring>

namespace shop {

namespace {

/// Frees a copy unless it is taken.
struct Guard {
  char* copy;
  ~Guard() { delete[] copy; }
  char* take() {
    char* taken = copy;
    copy = nullptr;
    return taken;
  }
};

}  // namespace

Query::Query(const std::string& text) : copy_(nullptr) {
  Guard guard{new char[text.size() + 1]};
  std::memcpy(guard.copy, text.c_str(), text.size() + 1);
  if (text.empty() || text[0] == '=') throw QueryError("malformed query");
  if (text.back() == '=')
    throw QueryError("malformed query");
  copy_ = guard.take();
}

}  // namespace shop
