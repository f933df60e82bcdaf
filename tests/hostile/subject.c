#include "subject.h"

#include <assert.h>

#include "attempts.h"

static const char* escaped = "";

#ifdef IN_INITIALISER
__attribute__((constructor)) static void early(void) { escaped = run_attempts(INITIALISER); }
#endif
#ifdef TAKES_MEMORY
__attribute__((constructor)) static void early(void) {
  if (take_memory()) escaped = " memory";
}
#endif

int target(int number) {
#ifdef IN_TEST
  escaped = run_attempts(TEST);
#endif
  // What escaped is the assertion's text.
  if (*escaped) __assert_fail(escaped, "subject.c", 1, "target");
  if (number < 1000)
    return *(volatile int*)0;  // the crash to be reproduced
  return number;
}
