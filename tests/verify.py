"""verify.py: `reenact verify` for tests from anywhere, with rates, patches and near misses, on a project of three lines."""
import json, os, shutil, subprocess, sys, tempfile

from project import REENACT, SOURCE

LIBRARY = """#include "shelf.h"
static const int goods[4] = {1, 2, 3, 4};
static const int* at(int place) { return place < 4 ? &goods[place] : 0; }
int shelf_take(int place) {
  return *at(place);
}
"""
REPORT = """==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000000 (pc 0x1 bp 0x2 sp 0x3 T0)
==1==The signal is caused by a READ memory access.
==1==Hint: address points to the zero page.
    #0 0x1 in shelf_take /elsewhere/shelf/shelf.c:5:10
    #1 0x2 in sell /elsewhere/shop/shop.c:12:3
    #2 0x3 in main /elsewhere/shop/main.c:3:10
"""
PATCH = """--- a/shelf.c
+++ b/shelf.c
@@ -4,3 +4,4 @@
 int shelf_take(int place) {
+  if (place > 3) return 0;
   return *at(place);
 }
"""
TEST = '#include <gtest/gtest.h>\n#include <ctime>\n\n#include "shelf.h"\n\nTEST(Shelf, Take) { %s }\n'


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def run(folder, *arguments, project="shelf"):
    command = [REENACT, "verify", *arguments, "-p", f"{folder}/{project}", "-o", f"{folder}/out", "--cache", f"{folder}/cache"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    print(" ".join(command), done.stdout, done.stderr, sep="\n")
    try:
        result = json.load(open(f"{folder}/out/result.json"))
    except OSError:
        result = None
    return done, result


with tempfile.TemporaryDirectory(prefix="reenact-verify-") as folder:
    project = f"{folder}/shelf"
    os.makedirs(project)
    write(f"{project}/shelf.c", LIBRARY)
    write(f"{project}/shelf.h", "#ifdef __cplusplus\nextern \"C\"\n#endif\nint shelf_take(int place);\n")
    write(f"{project}/compile_commands.json", json.dumps([{"directory": project, "file": "shelf.c", "command": "clang-19 -g -c shelf.c"}]))
    write(f"{folder}/report.txt", REPORT)
    write(f"{folder}/fix.patch", PATCH)
    write(f"{folder}/bad.patch", PATCH.replace("return 0;", "return *at(5);"))
    write(f"{folder}/crash.cpp", TEST % "shelf_take(4);")
    write(f"{folder}/near.cpp", TEST % "EXPECT_EQ(shelf_take(3), 4);")
    write(f"{folder}/other.cpp", TEST % "*(volatile int*)nullptr = 1;")
    # The clock's nanoseconds: often, but not always.
    write(f"{folder}/flaky.cpp", TEST % "timespec now; clock_gettime(CLOCK_REALTIME, &now); if (now.tv_nsec / 1000 % 2) shelf_take(4);")

    done, result = run(folder, "crash.cpp", "report.txt", "--runs", "4", "--fixed-by", "fix.patch", "--near-miss", "near.cpp")
    assert done.returncode == 0, done.returncode
    assert done.stdout == ("reproduced: 4/4 runs in fresh processes, 1 of 2 frames\n"
                           "taken for the user's program, and not in the test: the outermost frame sell (shop.c:12)\n"
                           "not compared: that it was a READ\n"
                           "fixed by fix.patch: passes in 4/4 runs\n"
                           "near miss, as it is: passes in 4/4 runs\n"
                           "near miss, fixed by fix.patch: passes in 4/4 runs\n"), done.stdout
    assert result["status"] == "reproduced" and result["rate"] == 1 and not result["flaky"], result
    assert result["verified_runs"] == "4/4" and result["fixed_by"]["passing_runs"] == "4/4", result
    assert [each["function"] for each in result["frames_of_the_program"]] == ["sell"], result
    assert open(f"{project}/shelf.c").read() == LIBRARY, "the project was written to"
    assert sorted(os.listdir(project)) == ["compile_commands.json", "shelf.c", "shelf.h"], os.listdir(project)

    # Without GoogleTest, a program in C: what comes of `int* p = malloc(4)` C++ does not take.
    write(f"{folder}/crash.c", '#include <stdlib.h>\n#include "shelf.h"\nint main(void) {\n  int* place = malloc(sizeof *place);\n'
                               '  *place = 4;\n  return shelf_take(*place) > 9;\n}\n')
    done, result = run(folder, "crash.c", "report.txt", "--fixed-by", "fix.patch", "--near-miss", "near.cpp")
    assert done.returncode == 0 and result["verified_runs"] == "3/3", (done.returncode, result)
    assert "fixed by fix.patch: passes in 3/3 runs\n" in done.stdout, done.stdout

    done, result = run(folder, "crash.cpp", "report.txt", "--fixed-by", "bad.patch")
    assert done.returncode == 1, done.returncode
    assert "fixed by bad.patch: passes in 0/3 runs; else: null dereference in shelf_take (shelf.c:5)" in done.stdout

    done, result = run(folder, "near.cpp", "report.txt")
    assert done.returncode == 1 and done.stdout.startswith("not reproduced: 0/3 runs in fresh processes; nothing crashed"), done.stdout
    done, result = run(folder, "other.cpp", "report.txt")
    assert done.returncode == 1 and result["lacks"] == "a crash outside of the project: null dereference", result

    done, result = run(folder, "flaky.cpp", "report.txt", "--runs", "24")
    assert done.returncode == 1 and result["flaky"] and 0 < result["rate"] < 1, result
    assert "flaky: it crashes so in " in result["lacks"], result

    for arguments, words, status in [(["nowhere.cpp", "report.txt"], "nowhere.cpp: cannot be read", 2),
                                     (["report.txt", "report.txt"], "the test does not compile", 3),
                                     (["crash.cpp", "report.txt", "--fixed-by", "crash.cpp"], "no patch: it changes no file", 2),
                                     (["crash.cpp", "report.txt", "--runs", "0"], "--runs", 2),
                                     (["crash.cpp"], "REPORT", 2)]:
        done, _ = run(folder, *arguments)
        assert done.returncode == status and words in done.stderr + done.stdout, (arguments, done.returncode, done.stderr)

    # What the others need of a unit that defines main.
    puzzle, tool = os.path.join(SOURCE, "puzzles", "helpers_beside_main"), f"{folder}/tool"
    os.makedirs(tool)
    for name in ["score.c", "score.h", "main.c"]:
        shutil.copy(os.path.join(puzzle, name), tool)
    write(f"{tool}/compile_commands.json", json.dumps([{"directory": tool, "file": name, "command": f"clang-19 -g -c {name}"} for name in ["score.c", "main.c"]]))
    write(f"{folder}/score.cpp", '#include <gtest/gtest.h>\n\nextern "C" {\n#include "score.h"\n}\n\nTEST(Score, Ratio) { score_ratio("7:0"); }\n')
    done, result = run(folder, "score.cpp", os.path.join(puzzle, "report.txt"), project="tool")
    assert done.returncode == 0 and result["verified_runs"] == "3/3", (done.returncode, result)
