"""find_end_to_end.py CRASH OPTION...: fetches that crash's library and finds what the options of `reenact find` describe;
exit 77 (skipped) if the source cannot be had."""
import json, os, subprocess, sys, tempfile

from project import REENACT, fetch

crash, described = sys.argv[1], sys.argv[2:]
database = fetch(crash)
with tempfile.TemporaryDirectory() as out:
    command = [REENACT, "find", "-p", database, "-o", out] + described
    run = subprocess.run(command, capture_output=True, text=True, errors="replace")
    print(" ".join(command), run.stdout, run.stderr, sep="\n")
    result = json.load(open(f"{out}/result.json"))
    assert run.returncode == 0, run.returncode
    assert result["status"] == "reproduced", result["status"]
    assert result["verified_runs"] == "3/3", result["verified_runs"]
    asked = dict(zip(described[::2], described[1::2]))
    crash = result["crash"]
    assert asked["--message"] in crash["message"], crash
    assert any(asked["--function"] in frame["function"] for frame in crash["frames"]), crash
    if "::" in asked["--exception"]:
        assert crash["exception_type"] == asked["--exception"], crash
    assert "TEST(" in open(f"{out}/crash_test.cpp").read()
