"""explore with a suite that is there already adds what it lacks and keeps all of it; Ctrl-C ends explore with the best suite so far."""
import os, signal, subprocess, tempfile

import project, small_library
from small_library import explore, result_in, text_of

MINE = """// Mine, and not to be lost.
#include "own_helper.h"
#include <gtest/gtest.h>
#include "shop.h"

TEST(shop, Case7) {
  EXPECT_EQ(price(kOne), 3);
}
"""


def covered(files):
    return sum(each["branches_covered"] for each in files)


def interrupted(work, out):
    """Ctrl-C once something is covered."""
    command = [project.REENACT, "explore", "shop.c", "-p", os.path.join(work, "library"), "--cache", os.path.join(work, "cache"), "-o", out, "--budget", "10m"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in run.stderr:
        if "blocks and branches covered" in line:
            run.send_signal(signal.SIGINT)
            break
    told, _ = run.communicate(timeout=200)
    assert run.returncode == 1, f"exit {run.returncode}\n{told}"
    return told


with tempfile.TemporaryDirectory() as work:
    small_library.make(os.path.join(work, "library"))
    mine, out = project.write(work, "tests/mine.cpp", MINE), os.path.join(work, "out")
    project.write(work, "tests/own_helper.h", "constexpr int kOne = 1;\n")
    options = ["shop.c", "--strategy", "genetic", "--max-executions", "20000", "-o", out]
    assert "File does not exist" in explore(work, *options, "--suite", "nowhere.cpp", status=2)

    print(told := explore(work, *options, "--suite", mine))
    suite, result = text_of(out, "suite_test.cpp"), result_in(out)
    print(suite)
    assert text_of(mine) == MINE and suite.startswith(MINE), suite
    assert result["tests"] == suite.count("TEST(") - 1 > 0, result
    assert "TEST(shop, Case8)" in suite and "Case1)" not in suite, "numbers go on"
    assert suite.count("#include <gtest/gtest.h>") == 1, suite
    assert 0 < covered(result["coverage_given"]) < covered(result["coverage"]), result
    assert f"added to {mine}" in told and "without them: " in told, told

    # What is written stands elsewhere: whoever keeps it there keeps what it includes beside it.
    project.write(out, "own_helper.h", "constexpr int kOne = 1;\n")
    explore(work, *options, "--suite", os.path.join(out, "suite_test.cpp"))
    assert text_of(out, "suite_test.cpp") == suite, "nothing is left to add"
    assert result_in(out)["tests"] == 0

    project.write(work, "tests/broken.cpp", MINE.replace("kOne", "kTwo"))
    told = explore(work, *options, "--suite", os.path.join(work, "tests", "broken.cpp"), status=3)
    assert "kTwo" in told, told
    assert text_of(out, "suite_test.cpp") == suite, "what was there before stays"

    told = interrupted(work, os.path.join(work, "stopped"))
    suite, result = text_of(work, "stopped", "suite_test.cpp"), result_in(os.path.join(work, "stopped"))
    assert "; interrupted" in told and result["interrupted"] is True, told
    assert result["tests"] == suite.count("TEST(") > 0 and result["coverage"] == [], result
