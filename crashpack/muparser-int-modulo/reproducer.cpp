#include "muParserInt.h"

int main() {
  mu::ParserInt parser;
  parser.SetExpr("7 % 0");
  return parser.Eval();
}
