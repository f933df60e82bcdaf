#include <utility>

#include "parser.h"

int main() {
  Parser parser;
  Parser other(std::move(parser));
  return parser.depth() + other.depth();
}
