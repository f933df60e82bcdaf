"""No test of a suite writes behind a buffer: what passes only by luck is left out. label() writes behind a block of its own, which is a
crash test with a report; of spell() nothing tells how long `out` has to be, so that what ends there is doubtful.

A function that only writes there, and reads nothing, would get an array of 4096."""
import os, tempfile

import project
import small_library
from small_library import explore, result_in, text_of

DECLARATIONS = "int spell(int points, char* out);\nchar* label(int points);\n"
SOURCE = """#include "spell.h"
#include <stdlib.h>
int spell(int points, char* out) {
  int length = 0;
  if (points < 0 || out[0] == '-') return -1;
  do out[length++] = (char)('0' + points % 10);
  while ((points /= 10) > 0);
  return length;
}
char* label(int points) {
  char* text = (char*)malloc(4);
  text[0] = 'a';
  if (points > 999) text[4] = '+';
  return text;
}
"""

with tempfile.TemporaryDirectory() as work:
    library, out = os.path.join(work, "library"), os.path.join(work, "out")
    small_library.write(library, "spell", DECLARATIONS, SOURCE)
    print(explore(work, "spell.c", "-o", out, "--verbose", "--mutants", "0", "--seed", "2"))
    print(suite := text_of(out, "suite_test.cpp"))
    assert result_in(out)["tests"] > 0, "what writes nothing is left"
    crashes = {each["description"].split(" (")[0]: each for each in result_in(out)["crashes"]}
    doubtful = crashes.pop("stack buffer overflow in spell")
    assert "nothing tells how long" in doubtful["doubt"] and doubtful["test_file"] == "Spell_doubtful_test.cpp", doubtful
    assert "nothing tells how long" in text_of(out, doubtful["test_file"])
    crash = crashes.pop("heap buffer overflow in label")
    assert not crash["doubt"] and not crashes, (crash, crashes)
    print(text_of(out, crash["test_file"]), report := text_of(out, crash["report_file"]))
    assert "label(" in text_of(out, crash["test_file"]) and "spell(" not in text_of(out, crash["test_file"])
    assert "AddressSanitizer: heap-buffer-overflow" in report and "in label" in report, report
    told, result = project.reproduce(os.path.join(out, crash["report_file"]), library, os.path.join(work, "again"), os.path.join(work, "cache"), "--budget", "20s")
    assert result["status"] == "reproduced", told
    program, flags = os.path.join(work, "suite"), ["-fsanitize=address", "-I" + library]
    project.run(["clang-19", *flags, "-c", os.path.join(library, "spell.c"), "-o", os.path.join(work, "spell.o")])
    project.run(["clang++-19", "-std=c++17", *flags, os.path.join(out, "suite_test.cpp"), os.path.join(work, "spell.o"), "-lgtest", "-lgtest_main", "-o", program])
    project.run([program], env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    # Where AddressSanitizer ends every test, the suite is as it is, and the crash is told all the same.
    print(explore(work, "label", "-o", out, "--mutants", "0", budget="1s"))
    assert result_in(out)["tests"] > 0
    assert ["heap buffer overflow in label" in each["description"] for each in result_in(out)["crashes"]] == [True]
