"""build_systems.py make|meson gcc|clang: one crash of tests/ledger, from the database of that build system.

Every way to write a command is in it: relative paths, options of gcc only, a response file, a generated header, a
program with main beside the library, a static library of another project, a library of the system.
"""
import json, os, shutil, subprocess, sys, tempfile

from project import REENACT, SOURCE, build_test, reproduce, run, run_test, write

GCC_ONLY = ("-fno-tree-vrp -fconserve-stack -fno-gnu-unique -mindirect-branch=keep --param max-inline-insns-single=90 --param=ssp-buffer-size=4 "
            "-fno-ipa-cp-clone -ftree-loop-distribution -Wno-maybe-uninitialized -fno-aggressive-loop-optimizations")
CLANG_ONLY = "-fcolor-diagnostics -Weverything -Xclang -fno-pch-timestamp -mllvm -inline-threshold=100"
REPORT = """driver: {file}:{line}: ledger_average: Assertion `book->count > 0' failed.

Program received signal SIGABRT, Aborted.
#0  0x1 in __GI_raise (sig=6) at ../sysdeps/unix/sysv/linux/raise.c:50
#1  0x2 in __GI_abort () at abort.c:79
#2  0x3 in __assert_fail (assertion="book->count > 0") at assert.c:101
#3  0x4 in ledger_average (book=0x602000000010) at {file}:{line}
#4  0x5 in Statement::text[abi:cxx11](int) const (this=0x7ffe, copies=1) at {caller}:{caller_line}
#5  0x6 in main () at tools/driver.cpp:9
"""


def line_of(path, marker):
    with open(path) as file:
        return next(number for number, line in enumerate(file, 1) if marker in line)


def make(project, compilers):
    extra = GCC_ONLY if compilers["CC"] == "gcc" else CLANG_ONLY
    run(["bear", "--", "make", f"CC={compilers['CC']}", f"CXX={compilers['CXX']}", f"EXTRA={extra}"], cwd=project)
    return project


def meson(project, compilers):
    build = os.path.join(project, "out")
    extra = GCC_ONLY if compilers["CC"] == "gcc" else CLANG_ONLY
    # The project need not be built: only its database must be there.
    run(["meson", "setup", build, f"-Dc_args={extra}", f"-Dcpp_args={extra}"], cwd=project, env={**os.environ, **compilers})
    return build


system, family = sys.argv[1:]
needed = ["bear", "make"] if system == "make" else ["meson"]
if any(shutil.which(tool) is None for tool in needed):
    print("skipped: not installed:", needed)
    sys.exit(77)
compilers = {"CC": "gcc", "CXX": "g++"} if family == "gcc" else {"CC": "clang-19", "CXX": "clang++-19"}
with tempfile.TemporaryDirectory() as folder:
    project = os.path.join(folder, "ledger")
    shutil.copytree(f"{SOURCE}/tests/ledger", project)
    third = os.path.join(project, "third")
    run(["gcc", "-g", "-fPIC", "-c", "tally.c"], cwd=third)
    run(["ar", "rcs", "libtally.a", "tally.o"], cwd=third)
    database = (make if system == "make" else meson)(project, compilers)
    with open(os.path.join(database, "compile_commands.json")) as file:
        entries = json.load(file)
    assert sorted(os.path.basename(entry["file"]) for entry in entries) == ["driver.cpp", "ledger.c", "statement.cpp"], entries
    assert ("arguments" if system == "make" else "command") in entries[0], entries
    source, caller = (os.path.join(project, "lib", name) for name in ("ledger.c", "statement.cpp"))
    report = write(folder, "report.txt", REPORT.format(file="lib/ledger.c", line=line_of(source, "the crash"),
                                                       caller="lib/statement.cpp", caller_line=line_of(caller, "its caller")))
    before = sorted(os.listdir(project))
    cache, out = f"{folder}/cache", f"{folder}/out"
    link = ["--link", f"{third}/libtally.a"] if system == "make" else []
    if link:
        # What the database does not have is compiled all the same, where it is there.
        told, result = reproduce(report, database, out, f"{folder}/other", "--verbose")
        assert result["status"] == "reproduced" and "though the compilation database does not have it" in told, told
        os.remove(f"{third}/tally.c")
        done = subprocess.run([REENACT, "reproduce", report, "-p", database, "-o", out, "--cache", cache], capture_output=True, text=True)
        assert done.returncode == 3, done
        assert "reenact: the project does not link; undefined:\n  tally_sum\n  next step: name the libraries" in done.stderr, done.stderr
    told, result = reproduce(report, database, out, cache, "--verbose", *link)
    assert result["status"] == "reproduced" and result["frames_total"] == 2, result
    assert "note: left out (defines main): " in told and "note: left out (does not compile)" not in told, told
    assert sorted(os.listdir(project)) == before
    with open(f"{out}/crash_test.cpp") as file:
        text = file.read()
    assert '#include "statement.hpp"' in text and "text(" in text, text
    status, said = run_test(build_test(out))
    assert status == -6 and "Assertion `book->count > 0' failed" in said, (status, said)
