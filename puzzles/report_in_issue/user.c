#include "caesar.h"

int main(void) {
  char text[] = "crazy zebras";
  caesar_shift(text, 2);
  return text[0];
}
