#include "markup.h"

int main() {
  std::string text;
  for (int i = 0; i < 500000; ++i) text += "<a>";
  return markup::Reader().depth_of(text);
}
