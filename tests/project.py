"""Small projects for end-to-end tests: written into a folder, reproduced, and their tests built as a user would."""
import json, os, subprocess, sys

REENACT = os.environ["REENACT"]
SOURCE = os.environ["REENACT_SOURCE"]


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def run(command, status=0, **options):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", **options)
    assert done.returncode == status, f"{command}: exit {done.returncode}, expected {status}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def fetch(crash):
    """The folder with the database of a crash of crashpack/; ends the test as skipped if its source cannot be had."""
    fetched = subprocess.run([f"{SOURCE}/scripts/fetch-subject", crash], capture_output=True, text=True)
    if fetched.returncode == 3:
        print("skipped: the source cannot be had:", fetched.stderr[-500:])
        sys.exit(77)
    assert fetched.returncode == 0, f"fetch-subject {crash}: exit {fetched.returncode}\n{fetched.stderr}"
    return fetched.stdout.strip()


def reproduce(report, database, out, cache, *options, status=0):
    """What was printed, and result.json."""
    told = run([REENACT, "reproduce", report, "-p", database, "-o", out, "--cache", cache, *(() if "--budget" in options else ("--budget", "40s")), *options], status)
    with open(os.path.join(out, "result.json")) as file:
        return told, json.load(file)


def build_test(out, *flags):
    """Builds what is in `out` with its CMakeLists.txt; the test program."""
    build = out + "-build"
    run(["cmake", "-S", out, "-B", build, *flags])
    run(["cmake", "--build", build])
    return os.path.join(build, "crash_test")


def run_test(program):
    """The test program's result: exit status (negative: the signal that ended it) and everything it said."""
    done = subprocess.run([program, "--gtest_catch_exceptions=0"], capture_output=True, text=True, errors="replace", cwd=os.path.dirname(program))
    return done.returncode, done.stdout + done.stderr
