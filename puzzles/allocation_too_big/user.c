#include "picture.h"

int main(void) {
  picture_destroy(picture_create(640, -480));
  return 0;
}
