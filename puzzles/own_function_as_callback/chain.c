#include "chain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct chain_s {
  chain_step steps[8];
  int count;
};

char *chain_upper(char *text) {
  for (char *p = text; *p != '\0'; ++p) *p = (char)toupper((unsigned char)*p);
  return text;
}

char *chain_trim_right(char *text) {
  size_t end = strlen(text);
  while (text[end - 1] == ' ') text[--end] = '\0';
  return text;
}

chain_t *chain_new(void) { return calloc(1, sizeof(chain_t)); }

void chain_add(chain_t *chain, chain_step step) {
  if (chain->count < 8 && step != NULL) chain->steps[chain->count++] = step;
}

void chain_run(const chain_t *chain, const char *text) {
  char *copy = strdup(text);
  for (int i = 0; i < chain->count; ++i) copy = chain->steps[i](copy);
  free(copy);
}

void chain_free(chain_t *chain) { free(chain); }
