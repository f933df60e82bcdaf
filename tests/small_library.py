"""A library in C of two public functions and one that is not, under git, for tests of `reenact explore`."""
import json, os, subprocess

import project

HEADER = """#ifdef __cplusplus
extern "C" {
#endif
int grade(int points);
int price(int pieces);
#ifdef __cplusplus
}
#endif
"""
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


def make(folder):
    project.write(folder, "shop.h", HEADER)
    project.write(folder, "shop.c", SOURCE)
    project.write(folder, "compile_commands.json", json.dumps(
        [{"directory": folder, "file": "shop.c", "arguments": ["clang-19", "-c", "shop.c", "-o", "shop.o"]}]))
    return folder


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
