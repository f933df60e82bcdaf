"""A subject that overwrites what it shares with the engine: the search ends with the best so far, and says why."""
import json, tempfile

from project import reproduce, write

HEADER = "int target(int number);\n"
SOURCE = """#include "src.h"
#include <stdio.h>
#include <string.h>
static void scribble(void) {
  char line[512];
  unsigned long first, last;
  FILE *maps = fopen("/proc/self/maps", "r");
  while (maps && fgets(line, sizeof line, maps))
    if (strstr(line, "memfd:") && sscanf(line, "%lx-%lx", &first, &last) == 2) memset((void *)first, 0x7f, last - first);
}
int target(int number) {
  if (number % 64 == 1) scribble();
  if ((unsigned)number * 2654435761u == 12345u)
    return *(volatile int *)0;
  return number;
}
"""
REPORT = """Program received signal SIGSEGV, Segmentation fault.
#0  0x1 in target (number=0) at src.c:14
#1  0x2 in main () at m.c:1
"""

with tempfile.TemporaryDirectory() as folder:
    write(folder, "src.h", HEADER)
    write(folder, "src.c", SOURCE)
    report = write(folder, "report.txt", REPORT)
    write(folder, "compile_commands.json", json.dumps([{"directory": folder, "file": "src.c", "command": "cc -c src.c"}]))
    told, result = reproduce(report, folder, f"{folder}/out", f"{folder}/cache", status=1)
    assert "warning: code of the project took its own fork server down" in told, told
    assert "target(" in open(f"{folder}/out/crash_test.cpp").read(), told
