#include "digits.h"

int main(void) {
  const char* text = "12-4";
  return digits_value(text, text + 4);
}
