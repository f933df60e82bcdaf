"""deterministic.py PUZZLE: the same seed, executions and one job, the same search: whole results are compared."""
import json, os, sys, tempfile

from project import REENACT, SOURCE, run

sys.path.insert(0, f"{SOURCE}/puzzles")
import puzzle

EXECUTIONS, GENERATIONS = 4000, 20
name = sys.argv[1]
with tempfile.TemporaryDirectory() as folder:
    project, out, cache = (os.path.join(folder, part) for part in ("project", "out", "cache"))
    puzzle.copy_project(f"{SOURCE}/puzzles/{name}", project)

    def search(seed):
        # Nobody finds this crash: exit status 1. The budget must not end the search before its executions do.
        run([REENACT, "reproduce", f"{SOURCE}/puzzles/{name}/report.txt", "-p", project, "-o", out, "--cache", cache,
             "--seed", str(seed), "--jobs", "1", "--budget", "10m", "--max-executions", str(EXECUTIONS),
             "--no-impossible-ends"], status=1)
        with open(f"{out}/result.json") as file:
            result = json.load(file)
        assert result["search_executions"] >= EXECUTIONS and result["generations"] >= GENERATIONS, f"hardly evolved: {result}"
        for measured_or_given in ("seconds", "executions_per_second", "search_costs", "seed", "replay"):
            del result[measured_or_given]
        del result["explanation"]["seconds"]  # STAR's
        with open(f"{out}/crash_test.cpp") as file:
            return result, file.read()

    first, second, other = search(7), search(7), search(8)
    assert first == second, f"two runs with one seed differ:\n{first}\n{second}"
    assert first != other, f"the seed has no effect:\n{first}"
