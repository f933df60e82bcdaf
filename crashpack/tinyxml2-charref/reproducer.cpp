#include "tinyxml2.h"

int main() {
  tinyxml2::XMLDocument document;
  document.Parse("<a>&#x1111111111;</a>");
  document.RootElement()->GetText();
}
