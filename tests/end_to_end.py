"""end_to_end.py CRASH: fetches a real library and reproduces its crash; exit 77 (skipped) if the source cannot be had."""
import json, os, subprocess, sys, tempfile

source = os.environ["REENACT_SOURCE"]
crash = sys.argv[1]
fetched = subprocess.run([f"{source}/scripts/fetch-subject", crash], capture_output=True, text=True)
if fetched.returncode != 0:
    print("skipped: the source cannot be had:", fetched.stderr[-500:])
    sys.exit(77)
with tempfile.TemporaryDirectory() as out:
    command = [os.environ["REENACT"], "reproduce", f"{source}/crashpack/{crash}/report.txt", "-p", fetched.stdout.strip(), "-o", out]
    run = subprocess.run(command, capture_output=True, text=True)
    print(" ".join(command), run.stdout, run.stderr, sep="\n")
    result = json.load(open(f"{out}/result.json"))
    assert run.returncode == 0, run.returncode
    assert result["status"] == "reproduced", result["status"]
    assert result["verified_runs"] == "3/3", result["verified_runs"]
    assert result["frames_reproduced"] == result["frames_total"], result
    assert "TEST(" in open(f"{out}/crash_test.cpp").read()
    assert os.path.exists(f"{out}/CMakeLists.txt")
