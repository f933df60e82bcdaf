"""end_to_end.py CRASH: fetches a real library and reproduces its crash; exit 77 (skipped) if the source cannot be had."""
import json, os, subprocess, sys, tempfile

from project import REENACT, SOURCE, fetch

crash = sys.argv[1]
database = fetch(crash)
with tempfile.TemporaryDirectory() as out:
    command = [REENACT, "reproduce", f"{SOURCE}/crashpack/{crash}/report.txt", "-p", database, "-o", out]
    run = subprocess.run(command, capture_output=True, text=True)
    print(" ".join(command), run.stdout, run.stderr, sep="\n")
    result = json.load(open(f"{out}/result.json"))
    assert run.returncode == 0, run.returncode
    assert result["status"] == "reproduced", result["status"]
    assert result["verified_runs"] == "3/3", result["verified_runs"]
    assert result["frames_reproduced"] == result["frames_total"] - len(result["frames_of_the_program"]), result
    assert "TEST(" in open(f"{out}/crash_test.cpp").read()
    assert os.path.exists(f"{out}/CMakeLists.txt")
