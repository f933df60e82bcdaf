"""together.py PUZZLE STRATEGY STRATEGY: two strategies together reproduce what neither does alone with the same number of tests."""
import os, sys, tempfile

from project import SOURCE, reproduce

sys.path.insert(0, f"{SOURCE}/puzzles")
import puzzle

EXECUTIONS = 200_000
name, *strategies = sys.argv[1:]
with tempfile.TemporaryDirectory() as folder:
    project, cache = os.path.join(folder, "project"), os.path.join(folder, "cache")
    puzzle.copy_project(f"{SOURCE}/puzzles/{name}", project)

    def result_of(strategy, status):
        return reproduce(f"{SOURCE}/puzzles/{name}/report.txt", project, os.path.join(folder, "out"), cache, "--jobs", "1",
                         "--budget", "2m", "--max-executions", str(EXECUTIONS), "--strategy", strategy, status=status)[1]

    for strategy in strategies:
        alone = result_of(strategy, 1)
        # What has nothing more to try gives up before.
        assert alone["status"] == "not_reproduced" and (strategy == "star" or alone["search_executions"] >= EXECUTIONS), alone
    together = result_of(",".join(strategies), 0)
    assert together["search_executions"] < EXECUTIONS and together["found_by"] in strategies, together
