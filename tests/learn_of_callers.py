"""learn_of_callers.py: `reenact explore` and `reenact find` keep what all callers in the project keep; `--no-callers` switches that off.

The library is that of puzzles/length_by_callers: no name tells that `k` counts the bytes behind `from`.
"""
import json, os, subprocess, sys, tempfile

import project

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "puzzles"))
import puzzle

LEARNT = "learnt of the project's own calls: 1 lengths, 0 that are not null"


def reenact(*words):
    done = subprocess.run([project.REENACT, *words], capture_output=True, text=True, errors="replace")
    print(" ".join(words), done.stdout, done.stderr, sep="\n")
    return done


with tempfile.TemporaryDirectory() as work:
    library, cache, out = (os.path.join(work, each) for each in ("library", "cache", "out"))
    puzzle.copy_project(os.path.join(puzzle.FOLDER, "length_by_callers"), library)
    same = ["-p", library, "-o", out, "--cache", cache, "--seed", "1", "--max-executions", "1000", "--jobs", "1", "--verbose"]

    def find(*words):
        said = reenact("find", "--exception", "heap-buffer-overflow", "--function", "packets_fold", *same, *words)
        with open(os.path.join(out, "result.json")) as file:
            return said.stdout + said.stderr, json.load(file)

    said, found = find()
    assert LEARNT in said
    assert found["status"] == "reproduced" and found["well_formed"], found
    said, _ = find("--no-callers")
    assert LEARNT not in said

    def explore(*words):
        return reenact("explore", "packets_fold", "--strategy", "genetic", "--mutants", "0", *same, *words)

    done = explore()
    assert done.returncode == 0 and LEARNT in done.stdout, done.returncode
    # Now lengths are whatever numbers: there may be no stable test at all.
    assert LEARNT not in explore("--no-callers").stdout
