"""usage: tests/star_kinds.py KIND [CASE]... [--keep FOLDER] [--cache FOLDER]

Five crashes of one kind (tests/star_kinds/KIND.cpp), each reproduced by STAR alone, with the fewest statements. KIND.user.cpp has
the programs that crash: their reports are made here, by sanitizers, or by gdb where it says so and where these see nothing.
"""
import argparse, json, os, re, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "puzzles"))
import puzzle

HERE = os.path.dirname(os.path.abspath(__file__))
SUBJECTS = os.path.join(HERE, "star_kinds")
COMPILE = puzzle.compiler_of("kind.cpp") + ["-g"]
SANITIZED = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
CASE = re.compile(r"case (\d+):.*// at most (\d+) statement")


def project_of(kind, folder):
    """The library alone: its users keep their programs."""
    for ending in (".h", ".cpp"):
        with open(os.path.join(SUBJECTS, kind + ending)) as source, open(os.path.join(folder, kind + ending), "w") as copy:
            copy.write(source.read())
    command = " ".join(COMPILE + ["-c", kind + ".cpp"])
    with open(os.path.join(folder, "compile_commands.json"), "w") as file:
        json.dump([{"directory": folder, "file": kind + ".cpp", "command": command}], file)


def build(kind, program, flags):
    sources = [os.path.join(SUBJECTS, kind + ending) for ending in (".cpp", ".user.cpp")]
    subprocess.run(COMPILE + flags + sources + ["-o", program], check=True)


def sanitizer_report(program, case):
    return subprocess.run([program, str(case)], capture_output=True, text=True, env=puzzle.sanitizers_environment()).stderr


def gdb_report(program, case):
    """Without the arguments' values, which would give the answer away."""
    return subprocess.run(puzzle.gdb_command([program, str(case)]), capture_output=True, text=True).stdout


def reports_of(kind, cases, folder):
    """The report of each case, as a user would have it."""
    with open(os.path.join(SUBJECTS, kind + ".user.cpp")) as file:
        by_gdb = file.readline().strip() == "// report: gdb"
    plain, sanitized = os.path.join(folder, "plain"), os.path.join(folder, "sanitized")
    build(kind, plain, [])
    build(kind, sanitized, SANITIZED)
    reports = {}
    for case in cases:
        report = "" if by_gdb else sanitizer_report(sanitized, case)
        if "ERROR: AddressSanitizer" not in report and "runtime error" not in report:
            report = gdb_report(plain, case)
        reports[case] = os.path.join(folder, f"{case}.txt")
        with open(reports[case], "w") as file:
            file.write(report)
    return reports


def differences(case, most, report, folder, cache):
    """What is not as wanted of one case, as lines."""
    out = os.path.join(folder, f"out{case}")
    command = [os.environ["REENACT"], "reproduce", report, "-p", os.path.join(folder, "project"), "-o", out, "--strategy", "star", "--jobs", "1",
               "--budget", "30s", "--cache", cache]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    said = done.stdout + done.stderr
    try:
        with open(os.path.join(out, "result.json")) as file:
            result = json.load(file)
    except OSError:
        return [f"case {case}: no result\n{said}"]
    print(f"case {case}: {result['status']}, {result.get('statements')} statements of {most}, {result.get('seconds')} s", flush=True)
    if done.returncode != 0 or result["status"] != "reproduced":
        return [f"case {case}: {result['status']}: {result.get('lacks')}\n{said}"]
    with open(os.path.join(out, "crash_test.cpp")) as file:
        test = file.read()
    if result["statements"] > most:
        return [f"case {case}: {result['statements']} statements, {most} are enough\n{test}"]
    return [] if result["well_formed"] else [f"case {case}: not well-formed\n{test}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind")
    parser.add_argument("case", nargs="*", type=int, help="these alone (default: all)")
    parser.add_argument("--keep", metavar="FOLDER", help="work in this new folder and keep it")
    parser.add_argument("--cache", metavar="FOLDER", help="where builds go; the project's are removed (default: a new one)")
    options = parser.parse_args()
    with open(os.path.join(SUBJECTS, options.kind + ".user.cpp")) as file:
        most = {int(case): int(most) for case, most in CASE.findall(file.read())}
    with tempfile.TemporaryDirectory(prefix="star-kinds-") as temporary:
        folder = os.path.abspath(options.keep or temporary)
        project, cache = os.path.join(folder, "project"), os.path.abspath(options.cache or os.path.join(folder, "cache"))
        os.makedirs(project)
        project_of(options.kind, project)
        reports = reports_of(options.kind, options.case or most, folder)
        wrong = [line for case, report in reports.items() for line in differences(case, most[case], report, folder, cache)]
        if not options.keep:
            puzzle.forget_project(cache, project)
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)


main()
