"""Ctrl-C in any phase: what is known so far and result.json are written, exit status 1, and no process is left."""
import errno, json, os, signal, subprocess, tempfile, time

from processes import left_behind

reenact = os.environ["REENACT"]
held = []  # what compilers read
# No test can reach the crash: only a debugger could set `never`.
SOURCE = """#include "src.h"
volatile int never;
int target(int number) {
  if (number < 0) return -1;
  if (never)
    return *(volatile int *)0;
  return number;
}
"""
REPORT = """Program received signal SIGSEGV, Segmentation fault.
#0  0x1 in target (number=3) at src.c:6
#1  0x2 in main () at m.c:1
"""


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def database(name, source):
    """A project in a folder of its own; its cache is in there, too."""
    write(f"{name}/src.h", "int target(int number);\n")
    write(f"{name}/src.c", source)
    here = os.path.join(folder, name)
    write(f"{name}/compile_commands.json", json.dumps([{"directory": here, "file": "src.c", "command": "cc -c src.c"}]))
    return here


def interrupt(how, project, ready):
    """Interrupts once `ready(line)` says so of a line of progress; what was told, and the results."""
    out = os.path.join(folder, "out")
    command = [reenact, "reproduce", report, "-p", project, "-o", out, "--cache", os.path.join(project, "cache"), "--budget", "10m", "--seed", "1"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = ""
    for line in run.stderr:   # plain lines, because it is no terminal
        told += line
        if ready(line):
            run.send_signal(how)
            break
    rest, more = run.communicate(timeout=120)
    told += more
    assert run.returncode == 1, f"exit {run.returncode}\n{told}\n{rest}"
    result = json.load(open(os.path.join(out, "result.json")))
    assert result["status"] == "not_reproduced", result
    left = left_behind(folder)
    assert left == [], left
    return rest, result, out


def during_search(how):
    rest, result, out = interrupt(how, database("search", SOURCE), lambda line: " tests/s" in line and ", fitness " in line)
    assert result["executions"] > 0, result
    assert result["fitness"] > 0, result
    source = open(os.path.join(out, "crash_test.cpp")).read()
    # The best so far gets as far as the branch that cannot be taken.
    assert "target(" in source, source
    assert "// Not the crash, but the nearest test that was found: " in source, source
    assert os.path.exists(os.path.join(out, "CMakeLists.txt"))
    assert "not reproduced; the nearest test lacks: " in rest, rest


def compiles(project):
    """Waits for a compiler that reads what nobody writes: it will never end by itself."""
    while True:
        try:
            held.append(os.open(os.path.join(project, "endless.h"), os.O_WRONLY | os.O_NONBLOCK))
            return True
        except OSError as error:
            if error.errno != errno.ENXIO:  # nobody reads yet
                raise
        time.sleep(0.05)


def during_build():
    project = database("build", '#include "endless.h"\n' + SOURCE)
    os.mkfifo(os.path.join(project, "endless.h"))
    rest, result, _ = interrupt(signal.SIGINT, project, lambda line: "] build" in line and compiles(project))
    assert result["lacks"] == "interrupted (phase: build)", result
    assert "not reproduced: interrupted (phase: build)\n" in rest, rest


def during_verify():
    # Our own build is optimised, the project's is not: only in the clean one the compiler says that it inlines nothing.
    project = database("verify", '#ifdef __NO_INLINE__\n#include "endless.h"\n#endif\n' + SOURCE.replace("int never", "int never = 1"))
    os.mkfifo(os.path.join(project, "endless.h"))
    rest, result, out = interrupt(signal.SIGINT, project, lambda line: "] verify" in line and compiles(project))
    assert result["lacks"] == "interrupted before it was verified", result
    assert "target(" in open(os.path.join(out, "crash_test.cpp")).read()


with tempfile.TemporaryDirectory() as folder:
    report = write("report.txt", REPORT)
    during_search(signal.SIGINT)
    during_search(signal.SIGTERM)
    during_build()
    write("report.txt", REPORT.replace("src.c:6", "src.c:9"))   # three lines of the clean build's are in front of it
    during_verify()
