#include "label.h"

#include <string.h>

void label_init(label *l) {
  l->text[0] = 0;
  l->colour = 7;
}

int label_set(label *l, const char *text) {
  if (strlen(text) >= sizeof l->text) return -1;
  strcpy(l->text, text);
  return 0;
}

int label_set_with_prefix(label *l, const char *prefix, const char *text) {
  char both[16];
  if (strlen(prefix) > 30 || strlen(text) > 30) return -1;
  strcpy(both, prefix);
  strcat(both, text);
  return label_set(l, both);
}
