#include "signpost.h"

void signpost_add_arm(signpost* post) { post->arms += 1; }

void signpost_paint(signpost* post, char letter) {
  for (int i = 0; i < post->arms; ++i) post->letters[i] = letter;
}
