#include "image_ref.h"

int main(void) {
  image* picture = image_ref(image_new(4, 4));
  image_unref(picture);
  image_unref(picture);
  image_set(picture, 1, 1, 9);
  return 0;
}
