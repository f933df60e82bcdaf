"""What concolic runs alone take for puzzles that only a solved condition opens, constants of the code not tried."""
import os, shutil, sys

from common import ROOT, Row, median, run_search, say, spread

sys.path.insert(0, os.path.join(ROOT, "puzzles"))
import puzzle  # noqa: E402

BUDGET = 20    # seconds of search
OPTIONS = ["--no-constant-values"]
# The aim, in seconds of search.
PUZZLES = {"solve_fifteen_numbers": 1, "solve_base64_header": 2, "solve_length_of_text": 2, "solve_magic_and_checksum": 2, "solve_nested_commands": 2,
           "solve_scanner_keyword": 2, "solve_sized_record": 2}


def measure(settings):
    seeds = range(1, 4 if settings.quick else 11)
    rows = []
    for name, aim in PUZZLES.items():
        project = os.path.join(settings.folder("puzzles"), name)
        shutil.rmtree(project, ignore_errors=True)
        puzzle.copy_project(os.path.join(ROOT, "puzzles", name), project)
        seconds, found = [], 0
        for seed in seeds:
            result = run_search(settings, "puzzles", os.path.join("puzzles", name, "report.txt"), project, settings.folder("puzzles", "cache"), seed=seed,
                                budget=BUDGET, jobs=1, strategy="concolic", options=OPTIONS)
            is_found = result["status"] == "reproduced"
            found += is_found
            seconds.append(result["seconds"]["search"] if is_found else BUDGET)
            say(f"  {name}, seed {seed}: {seconds[-1]:.2f} s{'' if is_found else ', not reproduced'}")
        rows += [Row("puzzles", f"{name}: seconds of search, the median", median(seconds), "s", f"≤ {aim}", spread(seconds)),
                 Row("puzzles", f"{name}: reproduced", found / len(seeds), "", "≥ 1")]
    return rows
