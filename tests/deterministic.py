"""The same seed, executions and one job: the same test, byte for byte."""
import os, subprocess, sys, tempfile

source = os.environ["REENACT_SOURCE"]
fetched = subprocess.run([f"{source}/scripts/fetch-subject", sys.argv[1]], capture_output=True, text=True)
if fetched.returncode != 0:
    sys.exit(77)
tests = []
for _ in range(2):
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([os.environ["REENACT"], "reproduce", f"{source}/crashpack/{sys.argv[1]}/report.txt", "-p", fetched.stdout.strip(), "-o", out,
                        "--seed", "7", "--jobs", "1", "--max-executions", "5000"], capture_output=True, text=True)
        tests.append(open(f"{out}/crash_test.cpp", "rb").read())
assert tests[0] == tests[1], "two runs with one seed differ:\n%s\n%s" % tuple(tests)
