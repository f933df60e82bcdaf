#include "parser.h"

int Parser::depth() const {
  const int* at = depth_.get();
  return *at;
}
