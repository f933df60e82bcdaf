#include "visit.h"

#include <assert.h>
#include <stddef.h>

static int stopped(int value, int answer) {
  assert(value != 3 || answer == 0);
  return answer;
}

int visit_all(int count, visit_fn visit, void* user_data) {
  if (visit == NULL) return 0;
  for (int value = 3; value <= count; ++value) {
    int answer = visit(value, user_data);
    if (answer != 0) return stopped(value, answer);
  }
  return 0;
}
