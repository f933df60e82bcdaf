"""reenact study: survives being killed, stops on Ctrl-C, refuses bad plans and foreign databases, and reports."""
import csv, io, json, os, re, shutil, signal, sqlite3, subprocess, sys, tempfile, time

from processes import left_behind

reenact = os.environ["REENACT"]
failures = []
SOURCE = '#include "src.h"\nint target(int *p) {\n  return *p;\n}\n'
REPORT = "Program received signal SIGSEGV, Segmentation fault.\n#0  0x1 in target (p=0x0) at src.c:3\n#1  0x2 in main () at m.c:1\n"
PLAN = """repeats = {repeats}
budget = "{budget}"

[[configuration]]
name = "evocrash"
options = "--fitness evocrash"

[[configuration]]
name = "random"
options = "--strategy random"

[[crash]]
id = "null"
report = "report.txt"
project = "project"
"""


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def plan(name="plan.toml", repeats=3, budget="2s", change=lambda text: text):
    return write(name, change(PLAN.format(repeats=repeats, budget=budget)))


def command(*arguments):
    return [reenact, "study"] + list(arguments)


def study(path, *arguments):
    return command(path, "--cache", os.path.join(folder, "cache"), *arguments)


def rows(database="plan.db"):
    with sqlite3.connect(f"file:{os.path.join(folder, database)}?mode=ro", uri=True) as connection:
        return {tuple(row[:3]): row[3:] for row in connection.execute("SELECT crash, configuration, repeat, * FROM run")}


def count(database="plan.db"):
    with sqlite3.connect(f"file:{os.path.join(folder, database)}?mode=ro", uri=True) as connection:
        return connection.execute("SELECT count(*) FROM run").fetchone()[0]


def nothing_left():
    left = left_behind(folder)
    expect("nothing left", left == [], left)


def expect(name, good, shown=""):
    if not good:
        failures.append(f"{name}\n{shown}")


def check(name, arguments, status, message):
    """The whole of standard error (its lines of progress left out)."""
    before = {each: open(os.path.join(folder, each), "rb").read() for each in os.listdir(folder) if each.endswith(".db")}
    run = subprocess.run(arguments, capture_output=True, text=True, cwd=folder)
    told = re.sub(r"^\[ *[0-9.]+s\].*\n", "", run.stderr, flags=re.M).strip()
    if run.returncode != status or (told != message if isinstance(message, str) else not message.search(told)):
        failures.append(f"{name}: exit {run.returncode} (expected {status})\n{told}\n--- expected\n{message}")
    for each, bytes_before in before.items():
        expect(f"{name}: {each} was changed", open(os.path.join(folder, each), "rb").read() == bytes_before)


def start_and_stop(path, how, pattern):
    """Starts a study, sends it a signal at the first line of progress that fits, and returns its exit status."""
    run = subprocess.Popen(study(path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = ""
    for line in run.stderr:
        told += line
        if re.search(pattern, line):
            run.send_signal(how)
            break
    out, more = run.communicate(timeout=300)
    return run.returncode, out, told + more


def kills():
    path = plan()
    status, _, told = start_and_stop(path, signal.SIGKILL, r"prepare 1/2")
    expect("killed while preparing", status == -signal.SIGKILL and rows() == {}, told)
    nothing_left()
    kept = {}
    # Two run side by side, so one more may end before the signal comes.
    for number in (1, 2):
        status, _, told = start_and_stop(path, signal.SIGKILL, r"\] \d/6 ")
        expect(f"kill {number}", status == -signal.SIGKILL and len(rows()) > len(kept), told)
        expect("rows of before are as they were", kept.items() <= rows().items())
        kept = rows()
        nothing_left()
    status, out, told = start_and_stop(path, signal.SIGINT, r"\] \d/6 ")
    now = len(rows()) - len(kept)
    expect("interrupted", status == 1 and now > 0 and
           out == f"{len(rows())} of 6 runs are done, {now} of them now\ninterrupted; the same command goes on\n", out + told)
    expect("interrupted: rows of before are as they were", kept.items() <= rows().items())
    kept = rows()
    nothing_left()
    run = subprocess.run(study(path), capture_output=True, text=True)
    now = 6 - len(kept)
    expect("finished", run.returncode == 0 and run.stdout == f"6 of 6 runs are done, {now} of them now\nnext: reenact study report {folder}/plan.db\n",
           run.stdout + run.stderr)
    expect("finished: rows of before are as they were", kept.items() <= rows().items())
    wanted = {("null", configuration, repeat) for configuration in ("evocrash", "random") for repeat in range(3)}
    expect("each cell once", set(rows()) == wanted and count() == 6, str(sorted(rows())))
    with sqlite3.connect(os.path.join(folder, "plan.db")) as connection:
        for status, seed, repeat, result in connection.execute("SELECT status, seed, repeat, result FROM run"):
            expect("seeds differ by repeat", seed == 1 + repeat and json.loads(result)["seed"] == seed, result)
            expect("reproduced", status == "reproduced", result)


def again():
    run = subprocess.run(study(os.path.join(folder, "plan.toml")), capture_output=True, text=True)
    expect("nothing to do", run.returncode == 0 and run.stdout.startswith("6 of 6 runs are done, 0 of them now\n") and run.stderr == "", run.stdout + run.stderr)
    run = subprocess.run(study(plan(repeats=4)), capture_output=True, text=True)
    expect("repeats may grow", run.returncode == 0 and run.stdout.startswith("8 of 8 runs are done, 2 of them now\n"), run.stdout + run.stderr)


def other_plans():
    def other(message):
        return f"reenact: {folder}/plan.db: the database was made for another plan: {message}\n  next step: give another database with --db"
    check("fewer repeats", study(plan(repeats=2)), 2, other("the repeats are 2, were 4; they may only grow"))
    check("other budget", study(plan(repeats=4, budget="3s")), 2, other("the budget is 3s, was 2s"))
    check("other options", study(plan(repeats=4, change=lambda text: text.replace("--fitness evocrash", "--fitness staircase"))), 2,
          other("the options of configuration evocrash are '--fitness staircase', were '--fitness evocrash'"))
    check("other configurations", study(plan(repeats=4, change=lambda text: text.replace('"random"', '"floor"'))), 2, other("configuration floor is new"))
    newer = os.path.join(folder, "newer.db")
    shutil.copy(os.path.join(folder, "plan.db"), newer)
    with sqlite3.connect(newer) as connection:
        connection.execute("PRAGMA user_version = 99")
    told = "reenact: newer.db: made by a newer reenact: its schema is 99, this one knows 1\n  next step: use that version, or give another file with --db"
    check("newer schema", study(plan(repeats=4), "--db", "newer.db"), 2, told)
    check("newer schema, report", command("report", "newer.db"), 2, told)


def bad_plans():
    def bad(name, old, new, message):
        check(name, study(plan("bad.toml", change=lambda text: text.replace(old, new))), 2,
              f"reenact: {folder}/bad.toml:{message}" if isinstance(message, str) else message)
        expect(f"{name}: a database was made", not os.path.exists(os.path.join(folder, "bad.db")))
    bad("unknown option", "--strategy random", "--stratgey random", "10:11: The following arguments were not expected: random --stratgey")
    bad("bad value", "--strategy random", "--strategy backwards", "10:11: --strategy: there is no strategy 'backwards'\n  next step: choose of genetic, moho, random, concolic, star; several work together with commas between them")
    bad("the study's own option", "--strategy random", "--seed 5", "10:11: --seed is set by the study itself")
    for own in ("-o/tmp/zz", "-pproject", "-o /tmp/zz", "--out=/tmp/zz"):
        name = "--build-dir" if own.startswith("-p") else "--out"
        bad(f"the study's own option, {own}", "--strategy random", own, f"10:11: {name} is set by the study itself")
    bad("others", "--strategy random", "--others others", "10:11: --others is no option of a study: all its runs would write into one folder")
    bad("no help", "--strategy random", "--help", "10:11: The following argument was not expected: --help")
    bad("a value out of range", "--strategy random", "--max-executions 0", "10:11: --max-executions: 0 is no whole number from 1 on")
    bad("contradictory options", "--strategy random", "--strategy random --secondary bbc",
        "10:11: --secondary bbc is ignored by --strategy random: it is an option of genetic\n  next step: leave one out")
    bad("a crash's options beside a configuration's", 'project = "project"', 'project = "project"\noptions = "--secondary bbc"',
        "16:11: with configuration 'random': --secondary bbc is ignored by --strategy random: it is an option of genetic\n"
        "  next step: leave one out")
    bad("a key is missing", "repeats = 3\n", "", "1:1: the plan lacks 'repeats'")
    check("no cache", command(plan("bad.toml"), "--cache", "/proc/xx"), 2,
          "reenact: /proc/xx: the cache folder cannot be written to\n  next step: give another one with --cache")
    check("cases with an unknown key", command("beacon", write("cases.toml", "foo = 1\n")), 2,
          f"reenact: {folder}/cases.toml:1:1: unknown key 'foo': a file of cases has case")
    bad("unknown crash", '"report.txt"', '"nothing.txt"', "14:10: unknown crash 'null': nothing.txt: No such file or directory")
    bad("no crash matches", 'id = "null"\nreport = "report.txt"', 'report = "crashes/*.txt"', "13:10: unknown crash: no file matches crashes/*.txt")
    bad("no project", '"project"', '"elsewhere"', "15:11: crash 'null': there is no compile_commands.json in elsewhere")
    bad("no report", '"report.txt"', '"plan.toml"', re.compile(r"bad\.toml:14:10: plan\.toml: "))
    bad("budget", '"2s"', '"soon"', "2:10: --budget soon: a time is expected, such as 60s, 2m or 1h")
    bad("syntax", 'name = "random"', 'name = random', re.compile(r"bad\.toml:9:\d+: "))
    bad("unknown key", "repeats = 3", "repeat = 3", "1:1: unknown key 'repeat': a plan has repeats, budget, seed, crash, configuration")
    check("no plan", study("nothing.toml"), 2, "reenact: nothing.toml: the plan cannot be read: No such file or directory")
    check("plan missing", command(), 2, "PLAN is required\nRun with --help or --help-all for more information.")
    check("a plan is no database", command("report", plan()), 2, f"reenact: {folder}/plan.toml: not a database of a study\n  next step: give another file with --db")
    check("no database", command("report", "nothing.db"), 2, "reenact: nothing.db: there is no such database")
    check("unknown baseline", command("report", "plan.db", "--baseline", "c"), 2, "reenact: --baseline c: unknown configuration; there are: evocrash, random")
    check("alpha", command("report", "plan.db", "--alpha", "1"), 2, "reenact: --alpha 1: must be between 0 and 1")
    other = plan("fits.toml", change=lambda text: text.replace('"report.txt"', '"other.txt"'))
    check("a report that does not fit", study(other), 2,
          f"reenact: {folder}/fits.db: no run has started:\n" + "\n".join(
              f"null {configuration}: the project has no function tarket\n  nearest names: target\n"
              "  next step: is this the right project, and are its sources in the compilation database?" for configuration in ("evocrash", "random")))
    run = subprocess.run(study(plan("fits.toml", repeats=1)), capture_output=True, text=True)
    expect("the plan, corrected", run.returncode == 0 and run.stdout.startswith("2 of 2 runs are done, 2 of them now\n"), run.stdout + run.stderr)


def report(*arguments):
    run = subprocess.run(command("report", "plan.db", *arguments), capture_output=True, text=True, cwd=folder)
    expect(f"report {arguments}", run.returncode == 0 and run.stderr == "", run.stdout + run.stderr)
    return run.stdout


def reports():
    table = list(csv.DictReader(io.StringIO(report("--format", "csv", "--table", "crashes"))))
    expect("crashes", [(row["crash"], row["highest"], row["configuration"], row["runs"], row["reproduced"], row["ratio"]) for row in table] ==
           [("null", "1", "evocrash", "4", "4", "1.000"), ("null", "1", "random", "4", "4", "1.000")], str(table))
    raw = list(csv.DictReader(io.StringIO(report("--format", "csv", "--table", "runs"))))
    expect("runs", len(raw) == 8 and [row["seed"] for row in raw[:4]] == ["1", "2", "3", "4"], str(raw))
    # What the report says follows from what the runs say.
    seconds = {name: [float(row["search seconds"]) for row in raw if row["configuration"] == name] for name in ("evocrash", "random")}
    pairs = [(a > b) + (a == b) / 2 for a in seconds["random"] for b in seconds["evocrash"]]
    compared = list(csv.DictReader(io.StringIO(report("--format", "csv", "--table", "comparisons", "--baseline", "evocrash"))))
    expect("comparison", [(row["A"], row["B"]) for row in compared] == [("random", "evocrash")] and
           abs(float(compared[0]["A12"]) - sum(pairs) / len(pairs)) < 0.0006 and float(compared[0]["W"]) == sum(pairs), str(compared) + str(seconds))
    expect("markdown", "| crash | frames | highest |" in report("--format", "markdown"))
    expect("text", report("--plots", "plots").startswith("8 of 8 planned runs, 2 s of search each; significant means p < 0.01\n"))
    plots = sorted(os.listdir(os.path.join(folder, "plots")))
    expect("plots", plots == ["a12.svg", "effectiveness.svg", "efficiency.svg", "ratio.svg", "saved.svg", "seconds-null.svg", "seconds.svg"], str(plots))


with tempfile.TemporaryDirectory() as folder:
    write("project/src.h", "int target(int *p);\n")
    write("project/src.c", SOURCE)
    write("project/compile_commands.json", json.dumps([{"directory": os.path.join(folder, "project"), "file": "src.c", "command": "cc -c src.c"}]))
    write("report.txt", REPORT)
    write("other.txt", REPORT.replace("target", "tarket"))
    for part in (kills, again, other_plans, bad_plans, reports):
        start = time.monotonic()
        part()
        print(f"{part.__name__}: {time.monotonic() - start:.1f} s", file=sys.stderr)
if failures:
    raise SystemExit("\n\n".join(failures))
