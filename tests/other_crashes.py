"""--others DIR: the other crashes met are there as tests, one file each, that crash as their comment says."""
import json, os, subprocess, tempfile

from project import reproduce, run, write

HEADER = "int target(int number);\nint shallow(const char *name);\n"
SOURCE = """#include "src.h"
#include <assert.h>
#include <string.h>
int shallow(const char *name) {
  assert(name != 0);
  return (int)strlen(name);
}
int target(int number) {
  if (number == 1234567)
    return *(volatile int *)0;
  return number;
}
"""
REPORT = """Program received signal SIGSEGV, Segmentation fault.
#0  0x1 in target (number=3) at src.c:10
#1  0x2 in main () at m.c:1
"""

with tempfile.TemporaryDirectory() as folder:
    write(folder, "src.h", HEADER)
    source = write(folder, "src.c", SOURCE)
    report = write(folder, "report.txt", REPORT)
    write(folder, "compile_commands.json", json.dumps([{"directory": folder, "file": "src.c", "command": "cc -c src.c"}]))
    others = f"{folder}/others"
    told, result = reproduce(report, folder, f"{folder}/out", f"{folder}/cache", "--others", others)
    assert result["status"] == "reproduced", result
    assert [each["description"] for each in result["other_crashes"]] == ["assertion `name != 0' failed in shallow (src.c:5)"], result
    assert result["other_crashes"][0]["test_file"] == f"{others}/01-Shallow.cpp", result
    assert f"tests of 1 other crashes: {others}\n" in told, told
    assert os.listdir(others) == ["01-Shallow.cpp"], os.listdir(others)
    text = open(f"{others}/01-Shallow.cpp").read()
    assert "TEST(Shallow, CrashesWithFailedAssertion) {\n  shallow(nullptr);\n}\n" in text, text
    run(["clang-19", "-g", "-c", source, "-o", f"{folder}/src.o"])
    run(["clang++-19", "-std=c++17", f"-I{folder}", f"{others}/01-Shallow.cpp", f"{folder}/src.o", "-lgtest_main", "-lgtest", "-o", f"{folder}/shallow"])
    done = subprocess.run([f"{folder}/shallow"], capture_output=True, text=True)
    assert done.returncode == -6 and "Assertion `name != 0' failed" in done.stderr, done
