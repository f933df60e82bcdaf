"""formats.py: one test written for GoogleTest, Catch2, doctest and as a program; each is built as its CMakeLists.txt says,
and fails while the bug is there. The form that expects an exception passes."""
import os, subprocess, sys, tempfile

from project import SOURCE, build_test, reproduce

sys.path.insert(0, f"{SOURCE}/puzzles")
import puzzle

HEADS = {"gtest": "TEST(", "catch2": "TEST_CASE(", "doctest": "TEST_CASE(", "main": "int main() {"}


def written(project, report, folder, name, *options):
    """The folder of the test of that form, and its text."""
    out = os.path.join(folder, name)
    _, result = reproduce(report, project, out, f"{folder}/cache", *options)
    assert result["status"] == "reproduced", result
    with open(os.path.join(out, "crash_test.cpp")) as file:
        return out, file.read()


def run_test(program):
    done = subprocess.run([program], capture_output=True, text=True, errors="replace", cwd=os.path.dirname(program))
    return done.returncode, done.stdout + done.stderr


with tempfile.TemporaryDirectory() as folder:
    name = "own_exception_type"
    project = os.path.join(folder, "project")
    puzzle.copy_project(f"{SOURCE}/puzzles/{name}", project)
    report = f"{SOURCE}/puzzles/{name}/report.txt"
    for form, head in HEADS.items():
        out, text = written(project, report, folder, form, "--format", form)
        assert head in text and ("gtest" in text) == (form == "gtest") and text.startswith("#"), text
        status, said = run_test(build_test(out))
        assert status != 0, said
        print(f"{form}: fails, as it should")
    for form in ("catch2", "doctest"):
        out, text = written(project, report, folder, form + "-expecting", "--format", form, "--expect-crash")
        assert "CHECK_THROWS_AS(crash()" in text, text
        status, said = run_test(build_test(out))
        assert status == 0, said
        print(f"{form}: expects the exception")
