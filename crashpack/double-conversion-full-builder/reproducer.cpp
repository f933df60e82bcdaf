#include "double-conversion/double-conversion.h"

int main() {
  char buffer[4];
  double_conversion::StringBuilder builder(buffer, sizeof buffer);
  builder.AddPadding('0', 4);
}
