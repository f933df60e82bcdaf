#include "list.h"

#include <stdlib.h>

int main(void) {
  struct list* list = list_new(free);
  list_append(list, malloc(4));
  list_replace_first(list, NULL);
  list_free(list);
}
