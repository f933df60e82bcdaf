#!/usr/bin/env python3
"""usage: puzzles/run.py NAME [--budget TIME] [--seed N] [--keep FOLDER] [--cache FOLDER]

Reproduces one puzzle's report.txt with reenact (environment REENACT, else build/reenact), or finds what expected.json
describes under "find", and compares what became of it with expected.json. Exit status: 0 as expected, 1 not.
"""
import argparse, json, os, shutil, subprocess, sys, tempfile

import puzzle

MENDED = "mended.patch"   # what mends the puzzle's library
MENDED_WRONGLY = "mended_wrongly.patch"   # what seems to
EXIT_STATUS = {"reproduced": 0, "partial": 1, "not_reproduced": 1}


def differences(expected, exit_status, result, out):
    """What is not as expected, one line each."""
    found = []

    def same(what, wanted, got):
        if wanted != got:
            found.append(f"{what}: expected {wanted}, got {got}")

    same("status", expected["status"], result.get("status"))
    same("exit status", EXIT_STATUS[expected["status"]], exit_status)
    if "of_the_program" in expected:
        same("frames of the reporter's program", expected["of_the_program"], len(result.get("frames_of_the_program", [])))
    if "frames" in expected:
        same("frames reproduced", expected["frames"], result.get("frames_reproduced"))
    if "most_frames" in expected and (result.get("frames_reproduced") or 0) > expected["most_frames"]:
        found.append(f"frames reproduced: at most {expected['most_frames']} are possible, got {result['frames_reproduced']}")
    if "most_statements" in expected and (result.get("statements") or 0) > expected["most_statements"]:
        found.append(f"statements: at most {expected['most_statements']} are needed, got {result['statements']}")
    if "broken_contracts" in expected:
        same("contracts broken", expected["broken_contracts"], len(result.get("broken_contracts", [])))
        same("well-formed", expected["broken_contracts"] == 0, result.get("well_formed"))
    if expected["status"] == "reproduced":
        same("verified runs", "3/3", result.get("verified_runs"))
        same("rate of the runs", 1, result.get("rate"))
        # Of an exhausted stack the cycle is all that is claimed; the reporter's own frames no test can have; a crash that
        # was described has no frames to count (null).
        if not result.get("cycle") and result.get("frames_total") is not None:
            same("frames in all", result.get("frames_reproduced"),
                 (result.get("frames_total") or 0) - len(result.get("frames_of_the_program", [])))
        if expected.get("earlier_contains", "") not in (result.get("earlier_finding") or ""):
            found.append(f"before the crash: expected \"{expected['earlier_contains']}\", got \"{result.get('earlier_finding')}\"")
        if not os.path.exists(os.path.join(out, "crash_test.cpp")):
            found.append("no crash_test.cpp")
        elif "test_lacks" in expected:
            with open(os.path.join(out, "crash_test.cpp")) as file:
                if expected["test_lacks"] in file.read():
                    found.append(f"the test has \"{expected['test_lacks']}\"")
    elif "lacks_contains" in expected:
        if expected["lacks_contains"] not in result.get("lacks", ""):
            found.append(f"lacks: expected \"{expected['lacks_contains']}\" in it, got {result.get('lacks')}")
    elif "lacks" in expected:
        same("lacks", expected["lacks"], result.get("lacks"))
    elif not result.get("lacks"):
        found.append("no reason given")
    return found


def verified_with(patch, reenact, folder, project, out, work, cache):
    command = [reenact, "verify", os.path.join(out, "crash_test.cpp"), os.path.join(folder, "report.txt"), "-p", project,
               "--fixed-by", os.path.join(folder, patch), "--runs", "1", "--cache", cache]
    return subprocess.run(command, capture_output=True, text=True, cwd=work)


def differences_when_mended(reenact, folder, project, out, work, cache):
    """A test that passes once the library is mended misuses nothing; what does not mend it, the test has to show."""
    found = []
    if os.path.exists(os.path.join(folder, MENDED)):
        done = verified_with(MENDED, reenact, folder, project, out, work, cache)
        if done.returncode != 0:
            found.append(f"with the library mended: {done.stdout}{done.stderr}")
    if os.path.exists(os.path.join(folder, MENDED_WRONGLY)):
        done = verified_with(MENDED_WRONGLY, reenact, folder, project, out, work, cache)
        if done.returncode != 1 or "passes in 0/1 runs" not in done.stdout:
            found.append(f"with the library mended wrongly: {done.stdout}{done.stderr}")
    return found


def run(name, budget, seed, work, cache):
    try:
        return run_in(name, budget, seed, work, cache)
    finally:
        puzzle.forget_project(cache, os.path.join(work, "project"))


def run_in(name, budget, seed, work, cache):
    folder = os.path.join(puzzle.FOLDER, name)
    project, out, elsewhere = (os.path.join(work, each) for each in ("project", "out", "elsewhere"))
    puzzle.copy_project(folder, project)
    os.makedirs(elsewhere)
    bystander = os.path.join(elsewhere, "bystander.txt")
    with open(bystander, "w") as file:
        file.write("no subject may touch this\n")
    reenact = os.environ.get("REENACT", os.path.join(puzzle.FOLDER, "..", "build", "reenact"))
    described = puzzle.expected_of(folder).get("find")
    asked = ["find"] + described if described else ["reproduce", os.path.join(folder, "report.txt")]
    asked += puzzle.expected_of(folder).get("options", [])
    if not described and "--strategy" not in asked:
        asked += ["--strategy", "genetic"]   # one ability at a time: what the search finds, solved paths need not
    # A search that must not claim anything runs until its time is over.
    usual = "20s" if puzzle.expected_of(folder)["status"] == "reproduced" else "8s"
    budget = budget or puzzle.expected_of(folder).get("budget", usual)
    command = [os.path.abspath(reenact)] + asked + ["-p", project, "-o", out,
               "--seed", str(seed), "--budget", budget, "--jobs", "1", "--cache", cache, "--verbose"]
    before = sorted(os.listdir(project))
    done = subprocess.run(command, capture_output=True, cwd=elsewhere)
    print(" ".join(command), done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), sep="\n")
    try:
        with open(os.path.join(out, "result.json")) as file:
            result = json.load(file)
    except (OSError, ValueError) as error:
        return [f"no result: {error}"]
    found = differences(puzzle.expected_of(folder), done.returncode, result, out)
    if not found:
        found = differences_when_mended(command[0], folder, project, out, work, cache)
    if os.listdir(elsewhere) != ["bystander.txt"]:
        found.append(f"the current folder was changed: {os.listdir(elsewhere)}")
    if sorted(os.listdir(project)) != before:
        found.append(f"the project's folder was changed: {sorted(os.listdir(project))}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--budget", help="time of the search (what expected.json says, else 20s, or 8s where nothing is to be reproduced)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", metavar="FOLDER", help="work in this new folder and keep it")
    parser.add_argument("--cache", metavar="FOLDER", help="where builds go; what is this puzzle's is removed (default: a new one)")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep)
        work = os.path.abspath(options.keep)
        found = run_in(options.name, options.budget, options.seed, work, options.cache or os.path.join(work, "cache"))
    else:
        with tempfile.TemporaryDirectory(prefix="puzzle-") as work:
            found = run(options.name, options.budget, options.seed, work, options.cache or os.path.join(work, "cache"))
    for line in found:
        print("NOT AS EXPECTED:", line)
    print("as expected" if not found else "puzzle failed", options.name)
    sys.exit(1 if found else 0)


main()
