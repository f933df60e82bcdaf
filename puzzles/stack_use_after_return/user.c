#include "label.h"

int main(void) {
  label l = {0};
  label_set_number(&l, 42);
  return label_length(&l);
}
