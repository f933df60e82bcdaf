#include <stdlib.h>

#include "labels.h"

static int puts_own(struct labels* labels) {
  char name[] = "left";
  return labels_put(labels, name) != 0;
}

static int puts_given(struct labels* labels) {
  const char* name = getenv("LABEL");
  if (name == NULL) return 1;
  return labels_put(labels, name) != 0;
}

int main(void) {
  struct labels* labels = labels_new();
  return puts_own(labels) && puts_given(labels) ? 0 : 1;
}
