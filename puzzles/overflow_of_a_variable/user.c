#include "signpost.h"

int main(void) {
  signpost post = {11, ""};
  signpost_add_arm(&post);
  signpost_add_arm(&post);
  signpost_paint(&post, 'N');
  return post.letters[0] == 0;
}
