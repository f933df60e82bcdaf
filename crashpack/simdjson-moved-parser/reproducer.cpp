#include "simdjson.h"

int main() {
  simdjson::dom::parser parser;
  simdjson::dom::element list = parser.parse(std::string_view("[1, 2, 3]"));
  simdjson::dom::parser other = std::move(parser);
  return list.at(1).is_int64();
}
