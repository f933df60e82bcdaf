"""A test that changes what all that follow rely on is left out of the suite, and not those behind it, which it would make end."""
import os, tempfile

import small_library
from small_library import explore, result_in, text_of

DECLARATIONS = "void set_mode(int mode);\nint grade(int points);\nint price(int pieces);\n"
SOURCE = """#include "mode.h"
#include <stdlib.h>
static int strict;
void set_mode(int mode) {
  /* Its test covers most, and comes first. */
  if (mode != 77) return;
  for (int i = 1; i < mode; ++i) {
    if (i % 3 == 0) strict += 2;
    if (i % 5 == 0) strict ^= i;
    if (strict > 90) strict -= 80;
  }
  strict |= 1;
}
static int checked(int number) {
  if (strict) abort();
  return number;
}
int grade(int points) {
  if (checked(points) < 0) return -1;
  return points > 50 ? points % 7 == 0 : 2;
}
int price(int pieces) {
  if (checked(pieces) > 1000) return pieces * 2;
  return pieces * 3;
}
"""

with tempfile.TemporaryDirectory() as work:
    library, out = os.path.join(work, "library"), os.path.join(work, "out")
    small_library.write(library, "mode", DECLARATIONS, SOURCE)
    print(explore(work, "mode.c", "-o", out, "--verbose", "--mutants", "0"))
    print(suite := text_of(out, "suite_test.cpp"))
    assert not any("it ends the process" in note for note in result_in(out)["notes"]), result_in(out)["notes"]
    assert any("behind it," in note and "ends the process" in note for note in result_in(out)["notes"]), "the first test spoils the others"
    assert "grade(" in suite and "price(" in suite and "set_mode(77)" not in suite
