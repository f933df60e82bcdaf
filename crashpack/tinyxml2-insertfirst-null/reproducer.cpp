#include "tinyxml2.h"

int main() {
  tinyxml2::XMLDocument document;
  document.InsertFirstChild(nullptr);
}
