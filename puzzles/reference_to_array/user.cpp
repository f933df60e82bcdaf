#include "barcode.h"

int main() {
  const int code[3] = {9, 8, 9};
  return check_digit(code);
}
