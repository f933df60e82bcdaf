"""explore tells how many seeded faults the suite finds: those that change what is asserted, and of those that it does not find, where they are."""
import os, tempfile

import small_library
from small_library import explore, result_in

with tempfile.TemporaryDirectory() as work:
    library, out = small_library.make(os.path.join(work, "library")), os.path.join(work, "out")
    options = ["shop.c", "--strategy", "genetic", "--max-executions", "20000", "-o", out]
    told = explore(work, *options, "--verbose")
    print(told)
    score = result_in(out)["mutants"]
    assert score["tried"] == score["possible"] >= 10, "a small file: all are tried"
    assert score["found"] + len(score["not_found"]) == score["tried"], score
    assert score["found"] >= score["tried"] / 2, score
    assert f"mutants: {score['found']} of {score['tried']} seeded faults are found" in told, told
    for each in score["not_found"]:
        assert each["file"] == os.path.join(library, "shop.c") and f"not found: {each['file']}:{each['line']}: {each['what']}" in told, each

    told = explore(work, *options, "--mutants", "3")
    assert result_in(out)["mutants"]["tried"] == 3, told
    assert explore(work, *options, "--mutants", "0").count("mutants:") == 0
    assert result_in(out)["mutants"] is None
