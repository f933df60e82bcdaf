#include "label.h"

int main(void) {
  label l;
  label_init(&l);
  return label_set_with_prefix(&l, "prefix of many words", "and suffix of more");
}
