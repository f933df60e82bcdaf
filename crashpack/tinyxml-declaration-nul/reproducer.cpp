#include "tinyxml.h"

int main() {
  TiXmlDocument document;
  document.Parse("<?xml version=\"1.0\" ");
}
