#include "label.h"

#include <stdlib.h>
#include <string.h>

struct label {
  char* text;
};

struct label* label_new(const char* text) {
  struct label* made = malloc(sizeof(struct label));
  made->text = malloc(strlen(text) + 1);
  strcpy(made->text, text);
  return made;
}

/* Two bytes for each escape: `\n`. One that ends behind its backslash is not expected. */
int label_width(const struct label* label) {
  int width = 0;
  const char* at = label->text;
  while (*at) {
    at += *at == '\\' ? 2 : 1;
    ++width;
  }
  return width;
}

void label_free(struct label* label) {
  free(label->text);
  free(label);
}
