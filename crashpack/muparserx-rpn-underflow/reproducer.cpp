#include "mpParser.h"

int main() {
  mup::ParserX parser;
  parser.SetExpr("true && && false");
  parser.Eval();
}
