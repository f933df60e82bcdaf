"""A library in C of two public functions and one that is not, under git, for tests of `reenact explore`."""
import json, os, subprocess

import project

DECLARATIONS = "int grade(int points);\nint price(int pieces);\n"
SOURCE = """#include "shop.h"
static int rebate(int pieces) {
  if (pieces > 100) return 20;
  return 0;
}
int grade(int points) {
  if (points < 0) return -1;
  if (points == 7321) return 7;
  return points > 50;
}
int price(int pieces) {
  return pieces * 3 - rebate(pieces);
}
"""


def git(folder, *words):
    return project.run(["git", "-C", folder, "-c", "user.name=N", "-c", "user.email=n@example.org", *words])


def write(folder, name, declarations, source):
    """A project of one file in C, NAME.c, and its header."""
    project.write(folder, name + ".h", f'#ifdef __cplusplus\nextern "C" {{\n#endif\n{declarations}#ifdef __cplusplus\n}}\n#endif\n')
    project.write(folder, name + ".c", source)
    project.write(folder, "compile_commands.json", json.dumps(
        [{"directory": folder, "file": name + ".c", "arguments": ["clang-19", "-c", name + ".c", "-o", name + ".o"]}]))
    return folder


def make(folder):
    return write(folder, "shop", DECLARATIONS, SOURCE)


def explore(work, *words, status=0, budget="3s"):
    """What was printed on both streams."""
    command = [project.REENACT, "explore", *words, "-p", os.path.join(work, "library"), "--cache", os.path.join(work, "cache"), "--jobs", "1"]
    done = subprocess.run([*command, "--budget", budget], capture_output=True, text=True, errors="replace")
    assert done.returncode == status, f"{command}: exit {done.returncode}, expected {status}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def result_in(out):
    with open(os.path.join(out, "explore.json")) as file:
        return json.load(file)


def text_of(*path):
    with open(os.path.join(*path)) as file:
        return file.read()
