#include "choice.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>

struct choice {
  char character;
  int count; /* of a choice that has others; else 0 */
  struct choice **others;
};

struct choice *choice_char(char c) {
  struct choice *const result = calloc(1, sizeof *result);
  result->character = c;
  return result;
}

struct choice *choice_of(int n, ...) {
  struct choice *const result = calloc(1, sizeof *result);
  va_list arguments;
  result->count = n;
  result->others = malloc((size_t)n * sizeof *result->others + 1);
  va_start(arguments, n);
  for (int i = 0; i < n; i++) result->others[i] = va_arg(arguments, struct choice *);
  va_end(arguments);
  return result;
}

void choice_flatten(struct choice *choice) {
  if (choice->count < 2 || choice->others[0]->count < 2) return;
  struct choice *const first = choice->others[0];
  assert(first->others[0]->count == 0);
  first->others[0]->character = choice->character;
}

void choice_free(struct choice *choice) {
  for (int i = 0; i < choice->count; i++) choice_free(choice->others[i]);
  free(choice->others);
  free(choice);
}
