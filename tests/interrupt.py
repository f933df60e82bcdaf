"""Ctrl-C during the search: the best test so far and result.json are written, exit status 1, and no process is left."""
import json, os, signal, subprocess, tempfile

from processes import left_behind

reenact = os.environ["REENACT"]
# No test can reach the crash: only a debugger could set `never`.
SOURCE = """#include "src.h"
volatile int never;
int target(int number) {
  if (number < 0) return -1;
  if (never)
    return *(volatile int *)0;
  return number;
}
"""
REPORT = """Program received signal SIGSEGV, Segmentation fault.
#0  0x1 in target (number=3) at src.c:6
#1  0x2 in main () at m.c:1
"""


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
    return os.path.join(folder, name)


def interrupt(how, out):
    command = [reenact, "reproduce", report, "-p", folder, "-o", out, "--cache", os.path.join(folder, "cache"), "--budget", "10m", "--seed", "1"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = ""
    for line in run.stderr:   # plain lines, because it is no terminal
        told += line
        if " tests/s, fitness " in line:
            run.send_signal(how)
            break
    rest, more = run.communicate(timeout=120)
    told += more
    assert run.returncode == 1, f"exit {run.returncode}\n{told}\n{rest}"
    result = json.load(open(os.path.join(out, "result.json")))
    assert result["status"] == "not_reproduced", result
    assert result["executions"] > 0, result
    assert result["fitness"] > 0, result
    source = open(os.path.join(out, "crash_test.cpp")).read()
    # The best so far gets as far as the branch that cannot be taken.
    assert "target(" in source, source
    assert os.path.exists(os.path.join(out, "CMakeLists.txt"))
    assert "not reproduced within the budget; the nearest test lacks: " in rest, rest
    left = left_behind(folder)
    assert left == [], left


with tempfile.TemporaryDirectory() as folder:
    write("src.h", "int target(int number);\n")
    write("src.c", SOURCE)
    report = write("report.txt", REPORT)
    write("compile_commands.json", json.dumps([{"directory": folder, "file": "src.c", "command": "cc -c src.c"}]))
    interrupt(signal.SIGINT, os.path.join(folder, "out-int"))
    interrupt(signal.SIGTERM, os.path.join(folder, "out-term"))
