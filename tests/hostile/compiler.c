// A compilation database names this as a compiler. Tries everything, then is one.
#include <stdio.h>
#include <unistd.h>

#include "attempts.h"

int main(int count, char** arguments) {
  const char* escaped = run_attempts(BUILD);
  (void)count;
  if (*escaped) {
    fprintf(stderr, "escaped:%s\n", escaped);
    return 1;
  }
  arguments[0] = "gcc";
  execvp("gcc", arguments);
  return 1;
}
