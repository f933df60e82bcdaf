#include "chatter.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void chatter_say(const char* word, int times) {
  if (!word || times < 2) return;
  size_t length = strlen(word);
  assert(length != 5 || times != 1000);
  for (int i = 0; i < times; ++i) {
    printf("%s again and again and again and again and again and again and again\n", word);
    fprintf(stderr, "%s again and again and again and again and again and again and again\n", word);
  }
}
