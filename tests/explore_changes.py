"""explore --changed-since: the functions that a change touched, by the public calls that lead to them; and what is said where there are none."""
import os, tempfile

import project, small_library
from small_library import explore, git

with tempfile.TemporaryDirectory() as work:
    library, out = small_library.make(os.path.join(work, "library")), os.path.join(work, "out")

    def refused(message, *words):
        told = explore(work, *words, "-o", out, status=2)
        assert message in told, told
        assert not os.path.exists(os.path.join(out, "suite_test.cpp"))

    refused("nothing to explore")
    refused("UNIT excludes --changed-since", "grade", "--changed-since", "HEAD")
    refused("are in no git repository", "--changed-since", "HEAD")
    git(library, "init", "-q")
    git(library, "add", "shop.h", "shop.c")
    git(library, "commit", "-q", "-m", "one")
    project.write(library, ".gitignore", "compile_commands.json\n.gitignore\n")
    refused("nothing has changed since", "--changed-since", "HEAD")
    refused(f"there is no such revision in {library}", "--changed-since", "no-such-branch")
    refused("there is no such revision", "--changed-since", "--output=stolen")
    project.write(library, "README", "new, and no code\n")
    refused(f"what has changed is in no function of the project:\n  {library}/README", "--changed-since", "HEAD")

    project.write(library, "shop.c", small_library.SOURCE.replace("pieces > 100", "pieces > 144"))
    told = explore(work, "--changed-since", "HEAD", "-o", out)
    print(told)
    suite, result = small_library.text_of(out, "suite_test.cpp"), small_library.result_in(out)
    assert [each.split("(")[0] for each in result["functions"]] == ["rebate"], result
    assert "touched: rebate" in told, told
    assert suite.count("price(") >= 2, "both ways through what was touched"
    assert "grade(" not in suite and result["tests"] == suite.count("TEST("), suite
