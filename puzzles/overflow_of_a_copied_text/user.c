#include "label.h"

int main(void) {
  struct label* label = label_new("width\\");
  return label_width(label);
}
