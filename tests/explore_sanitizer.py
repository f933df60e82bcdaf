"""No test of a suite writes behind its buffer: what passes only by luck is left out. Nothing tells how long `out` has to be."""
import json, os, tempfile

import project
from small_library import explore, result_in, text_of

HEADER = "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint spell(int points, char* out);\n#ifdef __cplusplus\n}\n#endif\n"
SOURCE = """#include "spell.h"
int spell(int points, char* out) {
  int length = 0;
  if (points < 0) return -1;
  do out[length++] = (char)('0' + points % 10);
  while ((points /= 10) > 0);
  return length;
}
"""

with tempfile.TemporaryDirectory() as work:
    library, out = os.path.join(work, "library"), os.path.join(work, "out")
    project.write(library, "spell.h", HEADER)
    project.write(library, "spell.c", SOURCE)
    project.write(library, "compile_commands.json", json.dumps(
        [{"directory": library, "file": "spell.c", "arguments": ["clang-19", "-c", "spell.c", "-o", "spell.o"]}]))
    print(explore(work, "spell.c", "-o", out, "--verbose"))
    print(suite := text_of(out, "suite_test.cpp"))
    assert result_in(out)["tests"] > 0, "what writes nothing is left"
    program, flags = os.path.join(work, "suite"), ["-fsanitize=address", "-I" + library]
    project.run(["clang-19", *flags, "-c", os.path.join(library, "spell.c"), "-o", os.path.join(work, "spell.o")])
    project.run(["clang++-19", "-std=c++17", *flags, os.path.join(out, "suite_test.cpp"), os.path.join(work, "spell.o"), "-lgtest", "-lgtest_main", "-o", program])
    project.run([program])
