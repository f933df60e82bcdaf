"""install.py BUILD_DIR: what `cmake --install` puts into a folder works there, without the build folder's help."""
import json, os, subprocess, sys, tempfile

source = os.environ["REENACT_SOURCE"]
SOURCE = """#include "src.h"
int target(int number) {
  if (number > 10)
    return *(volatile int *)0;
  return number;
}
"""
REPORT = """Program received signal SIGSEGV, Segmentation fault.
#0  0x1 in target (number=30) at src.c:4
#1  0x2 in main () at m.c:1
"""


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, env=environment, **options)
    assert done.returncode == 0, f"{command}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)


environment = {name: value for name, value in os.environ.items() if name != "REENACT_LIBDIR"}
with tempfile.TemporaryDirectory() as folder:
    prefix = os.path.join(folder, "prefix")
    run(["cmake", "--install", sys.argv[1], "--prefix", prefix])
    reenact = os.path.join(prefix, "bin/reenact")
    parsed = run([reenact, "parse", f"{source}/crashpack/cjson-insert-null/report.txt"])
    assert "cJSON_InsertItemInArray" in parsed, parsed
    write("src.h", "int target(int number);\n")
    write("src.c", SOURCE)
    write("compile_commands.json", json.dumps([{"directory": folder, "file": "src.c", "command": "cc -c src.c"}]))
    out = run([reenact, "reproduce", "-", "-p", folder, "-o", f"{folder}/out", "--cache", f"{folder}/cache"], input=REPORT)
    assert out.startswith("reproduced and verified: 3/3 runs in fresh processes, 1 of 1 frames"), out
    result = json.load(open(f"{folder}/out/result.json"))
    assert result["status"] == "reproduced" and result["verified_runs"] == "3/3", result
    # What it wrote builds and crashes with the user's own CMake.
    run(["cmake", "-S", f"{folder}/out", "-B", f"{folder}/check"])
    run(["cmake", "--build", f"{folder}/check"])
    test = subprocess.run([f"{folder}/check/crash_test"], capture_output=True)
    assert test.returncode == -11, test
