"""reenact study star: the page says what its runs say, a crash that cannot be run does not end it, and it can be interrupted."""
import json, os, re, signal, sqlite3, subprocess, sys, tempfile

from processes import left_behind

reenact = os.environ["REENACT"]
failures = []
# Crashes when `read` is called of a meter that `arm` was called of: STAR has to compose the two calls.
HEADER = "class Meter {\n public:\n  void arm();\n  int read() const;\n\n private:\n  bool armed_ = false;\n};\n"
SOURCE = '#include "src.h"\nvoid Meter::arm() { armed_ = true; }\nint Meter::read() const {\n  int *p = nullptr;\n  if (armed_) return *p;\n  return 1;\n}\n'
REPORT = "Program received signal SIGSEGV, Segmentation fault.\n#0  0x1 in Meter::read (this=0x1) at src.cpp:5\n#1  0x2 in main () at m.cpp:1\n"
PLAN = """repeats = 7
budget = "60s"

[[crash]]
id = "meter"
report = "report.txt"
project = "project"

[[crash]]
id = "unbuildable"
report = "other.txt"
project = "project"
"""


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def expect(name, good, shown=""):
    if not good:
        failures.append(f"{name}\n{shown}")


def star(*arguments):
    return [reenact, "study", "star", *arguments, "--cache", os.path.join(folder, "cache")]


def run(*arguments):
    return subprocess.run(star(*arguments), capture_output=True, text=True, cwd=folder)


def rows(database="plan.star.db"):
    with sqlite3.connect(f"file:{os.path.join(folder, database)}?mode=ro", uri=True) as connection:
        return {tuple(row[:2]): row[2] for row in connection.execute("SELECT crash, configuration, status FROM run")}


def page():
    with open(os.path.join(folder, "out", "star.md")) as file:
        return file.read()


def refuses():
    def check(name, arguments, message):
        done = run(*arguments)
        expect(name, done.returncode == 2 and message in done.stderr, done.stdout + done.stderr)
    check("no plan", ["nothing.toml"], "reenact: nothing.toml: the plan cannot be read: No such file or directory")
    check("no report", [write("bad.toml", PLAN.replace("other.txt", "nothing.txt"))], "unknown crash 'unbuildable': nothing.txt")
    check("a folder that is a file", [plan, "-o", "report.txt"], "report.txt")
    check("another plan's database", [plan, "--db", write("text.db", "no database")], "text.db: not a database of a study")
    expect("nothing has run", not os.path.exists(plan.replace(".toml", ".star.db.runs")))


def interrupted():
    started = subprocess.Popen(star(plan, "-o", "out", "--jobs", "1"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder)
    told = ""
    for line in started.stderr:
        told += line
        if re.search(r"\] 2/4 ", line):
            started.send_signal(signal.SIGINT)
            break
    out, more = started.communicate(timeout=300)
    expect("interrupted", started.returncode == 1 and "interrupted; the same command goes on" in out, out + told + more)
    expect("the page is of what is there", "| has not run |" in page() and "# STAR's study" in page(), page())
    expect("nothing left", left_behind(folder) == [], left_behind(folder))
    return rows()


def goes_on(kept):
    done = run(plan, "-o", "out", "--jobs", "1")
    expect("finished", done.returncode == 0 and f"4 of 4 runs are done, {4 - len(kept)} of them now" in done.stdout, done.stdout + done.stderr)
    expect("rows", rows() == {("meter", "test"): "reproduced", ("meter", "all"): "explained",
                              ("unbuildable", "test"): "error", ("unbuildable", "all"): "error"}, rows())
    text = page()
    expect("totals", re.search(r"\| here \| 2 \| 1 \| 1 \| 1 \| 1 \| \d+\.\d \| 3\.0 \(3 to 3\) \|", text), text)
    expect("the meter's row", re.search(r"\| meter \| 1 \| 1 \| 1 \| yes \| 3 \| \d+\.\d \|  \|", text), text)
    expect("the other's row", re.search(r"\| unbuildable \| - \| - \| - \|  \| - \| 0\.0 \| the project has no function tarket", text), text)
    expect("no ablation yet", "Table 6" not in text, text)


def ablation():
    """Only what is missing is run."""
    done = run(plan, "-o", "out", "--ablation")
    expect("ablation", done.returncode == 0 and "12 of 12 runs are done, 8 of them now" in done.stdout, done.stdout + done.stderr)
    text = page()
    expect("of those that ran", "Of the 1 crashes with a precondition that have run with each set" in text, text)
    with sqlite3.connect(f"file:{os.path.join(folder, 'plan.star.db')}?mode=ro", uri=True) as connection:
        counted = {name: json.loads(result)["counters"] for name, result in
                   connection.execute("SELECT configuration, result FROM run WHERE crash = 'meter' AND configuration IN ('all', 'none')")}
    row = re.search(r"\| meter \| 1 \| 1 \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", text)
    expect("counters", row and [int(each) for each in row.groups()] ==
           [counted[name][column] for column in ("paths", "checks", "blocks") for name in ("none", "all")], f"{text}\n{counted}")
    again = run(plan, "-o", "out", "--ablation")
    expect("nothing to do", "12 of 12 runs are done, 0 of them now" in again.stdout and page() == text, again.stdout + again.stderr)


with tempfile.TemporaryDirectory() as folder:
    write("project/src.h", HEADER)
    write("project/src.cpp", SOURCE)
    write("project/compile_commands.json", json.dumps([{"directory": os.path.join(folder, "project"), "file": "src.cpp", "command": "c++ -c src.cpp"}]))
    write("report.txt", REPORT)
    write("other.txt", REPORT.replace("Meter::read", "tarket"))
    plan = write("plan.toml", PLAN)
    refuses()
    goes_on(interrupted())
    ablation()
if failures:
    raise SystemExit("\n\n".join(failures))
