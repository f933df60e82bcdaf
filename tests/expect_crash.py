"""expect_crash.py PUZZLE FROM TO | --crash ID | --find PUZZLE: the two forms of a test, built with GoogleTest against the library.

--expect-crash passes while the bug is there; the usual form fails. Once the bug is mended (FROM replaced by TO in the
puzzle's sources), the usual form passes and the other one fails.
"""
import os, sys, tempfile

from project import REENACT, SOURCE, build_test, fetch, reproduce, run, run_test

sys.path.insert(0, f"{SOURCE}/puzzles")
import puzzle


def both_forms(report, database, folder):
    forms = {}
    for form, options in (("usual", []), ("expecting", ["--expect-crash"])):
        out = os.path.join(folder, form)
        _, result = reproduce(report, database, out, f"{folder}/cache", *options)
        assert result["status"] == "reproduced", result
        forms[form] = out
    status, said = run_test(build_test(forms["expecting"]))
    assert status == 0 and "[  PASSED  ] 1 test." in said, said
    status, said = run_test(build_test(forms["usual"]))
    assert status != 0 and "[  PASSED  ]" not in said, said
    return forms


def of_description(name, folder):
    """`reenact find --expect-crash`."""
    project = os.path.join(folder, "project")
    puzzle.copy_project(f"{SOURCE}/puzzles/{name}", project)
    described = puzzle.expected_of(f"{SOURCE}/puzzles/{name}")["find"]
    for options, wanted in ((["--expect-crash"], True), ([], False)):
        out = os.path.join(folder, f"out{len(options)}")
        told = run([REENACT, "find", "-p", project, "-o", out, "--cache", f"{folder}/cache", *described, *options])
        assert ("--expect-crash" in told) == wanted, told
        status, said = run_test(build_test(out))
        assert (status == 0 and "[  PASSED  ] 1 test." in said) == wanted, said


def mend(project, before, after):
    changed = 0
    for name in os.listdir(project):
        path = os.path.join(project, name)
        if name.endswith((".c", ".cpp", ".h")):
            with open(path) as file:
                text = file.read()
            changed += text.count(before)
            with open(path, "w") as file:
                file.write(text.replace(before, after))
    assert changed == 1, f"{before!r} is there {changed} times"


def of_puzzle(name, before, after, folder):
    project = os.path.join(folder, "project")
    puzzle.copy_project(f"{SOURCE}/puzzles/{name}", project)
    forms = both_forms(f"{SOURCE}/puzzles/{name}/report.txt", project, folder)
    mend(project, before, after)
    status, said = run_test(build_test(forms["usual"]))
    assert status == 0 and "[  PASSED  ] 1 test." in said, said
    status, said = run_test(build_test(forms["expecting"]))
    assert status == 1 and "[  FAILED  ] 1 test" in said, said


def of_crash(crash, folder):
    both_forms(f"{SOURCE}/crashpack/{crash}/report.txt", fetch(crash), folder)


with tempfile.TemporaryDirectory() as work:
    if sys.argv[1] == "--crash":
        of_crash(sys.argv[2], work)
    elif sys.argv[1] == "--find":
        of_description(sys.argv[2], work)
    else:
        of_puzzle(*sys.argv[1:], work)
