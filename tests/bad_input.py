"""Bad input gets a clear message and the right exit status, and loses nothing."""
import json, os, re, resource, shutil, signal, subprocess, tempfile

from processes import left_behind

reenact = os.environ["REENACT"]
failures = []
GOOD = "#0  0x1 in target (p=0x0) at src.c:1\n#1  0x2 in main () at m.c:1\nProgram received signal SIGSEGV\n"
STATUSES = {
    ("parse",): "Exit status: 0 understood; 2 bad usage, or no crash report.",
    ("study", "report"): "Exit status: 0 reported; 2 bad usage, no such database, or one without runs.",
    ("study", "beacon"): "Exit status: 0 every run is done; 1 interrupted; 2 bad cases; 3 a project could not be built.",
    ("study", "tardis"): "Exit status: 0 every run is done; 1 interrupted; 2 a folder that cannot be written to.",
    ("find",): "Exit status: 0 reproduced and verified; 1 not within the budget; 2 bad usage, unreadable input or a folder that\ncannot be written to; 3 the project could not be built or linked.",
}
GDB = "Program received signal SIGSEGV, Segmentation fault.\n#0  0x1 in {} (p=0x0) at src.c:{}\n#1  0x2 in main () at m.c:1\n"


def check(name, arguments, status, message, stdin="", **options):
    run = subprocess.run([reenact] + arguments, capture_output=True, text=True, input=stdin, cwd=folder, **options)
    told = re.sub(r"^\[ *[0-9.]+s\].*\n", "", run.stderr, flags=re.M).strip()
    if run.returncode != status or (told != message if isinstance(message, str) else not message.search(told)):
        failures.append(f"{name}: exit {run.returncode} (expected {status})\n{told}\n--- expected\n{message}")


def write(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w" if isinstance(text, str) else "wb") as file:
        file.write(text)
    return path


def contents(folder):
    """Each file's text by name; a folder's is None."""
    return {entry.name: None if entry.is_dir() else open(entry.path).read() for entry in os.scandir(folder)}


def expect(name, found, wanted):
    if found != wanted:
        failures.append(f"{name}: {found}, expected {wanted}")


def full_disk():
    """No disk of its own: a limit on the size of files fails in the same place."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, resource.RLIM_INFINITY))


def database(name, source, language="c"):
    write(f"{name}/src.{language}", source + '#include "src.h"\n')
    write(f"{name}/src.h", "int target(int *p);\n")
    here = os.path.join(folder, name)
    return os.path.dirname(write(f"{name}/compile_commands.json",
                                 f'[{{"directory": "{here}", "file": "src.{language}", "command": "cc -c src.{language}"}}]'))


with tempfile.TemporaryDirectory() as folder:
    report = write("report.txt", GDB.format("target", 2))
    how = "  next step: configure with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON (CMake), build under `bear --` (Make); Meson writes it by itself"
    p = ["-p", "db"]
    check("empty report", ["reproduce", "-"] + p, 2, "reenact: standard input: the report is empty")
    check("binary report", ["reproduce", write("bin.txt", b"a\0b")] + p, 2,
          f"reenact: {folder}/bin.txt: not a text: byte 1 is 0x00\n  next step: give the report as plain text")
    check("no usable frame", ["reproduce", "-"] + p, 2,
          "reenact: standard input: no usable frame: none of the 1 frames names a function of the project\n  next step: build with -g and take the trace again",
          stdin="#0  0x00007f in ?? () from /lib/libc.so.6\n")
    thrown = "terminate called after throwing an instance of 'ns::Error'\n  what():  it's bad\n"
    trace_too = "  next step: give the trace too (a sanitizer's report, or gdb's `bt`), or look for the crash without one:\n  "
    check("exception without a trace", ["reproduce", "-"] + p, 2,
          "reenact: standard input: a crash (C++ exception) without a stack trace\n" + trace_too + "reenact find --exception ns::Error --message 'it'\\''s bad' -p db",
          stdin=thrown)
    check("exception whose trace names nothing", ["reproduce", "-"] + p, 2,
          "reenact: standard input: no usable frame: the crash is in the program that calls the project (main at app.cpp:2)\n  next step: if functions of the project should be there, build with -g and take the trace again, or look for the crash without its trace:\n  reenact find --exception ns::Error --message 'it'\\''s bad' -p db",
          stdin=thrown + "#7  0x00007f in __cxa_throw () from /lib/libstdc++.so.6\n#8  0x00007f in ?? () from /lib/libns.so.2\n#9  0x000055 in main () at app.cpp:2\n")
    check("missing report", ["reproduce", "nothing.txt"] + p, 2, "reenact: nothing.txt: cannot be read: No such file or directory")
    check("missing database", ["reproduce", report] + p, 2, f"reenact: {folder}/db/compile_commands.json: no compilation database there\n{how}")
    write("empty/compile_commands.json", "")
    check("empty database", ["reproduce", report, "-p", "empty"], 2, f"reenact: {folder}/empty/compile_commands.json is empty\n{how}")
    write("broken/compile_commands.json", '[\n {"file": }]')
    check("broken database", ["reproduce", report, "-p", "broken"], 2, f"reenact: {folder}/broken/compile_commands.json:2:11: not valid JSON\n{how}")
    check("budget 0", ["reproduce", report, "--budget", "0"] + p, 2, "reenact: --budget 0: must be more than 0")
    check("budget words", ["reproduce", report, "--budget", "soon"] + p, 2, "reenact: --budget soon: a time is expected, such as 60s, 2m or 1h")
    run_help = "\nRun with --help or --help-all for more information."
    check("unknown command", ["frobnicate", report], 2, "reenact: no command 'frobnicate'; there are: reproduce, find, explore, verify, explain, parse, study, cache")
    check("no command", [], 2, "A subcommand is required" + run_help)
    for value in ("0", "-1", "many", "1.5", ""):
        for option in ("--max-executions", "--frame"):
            check(f"{option} {value}", ["reproduce", report, option, value] + p, 2, f"{option}: {value} is no whole number from 1 on" + run_help)
    for option in ("--seed", "--population-step"):
        what = "number from 0 to 10000" if option == "--population-step" else "whole number from 0 on"
        check(option, ["reproduce", report, option, "-3"] + p, 2, f"{option}: -3 is no {what}" + run_help)
    check("population -5", ["reproduce", report, "--population", "-5"] + p, 2, "--population: -5 is no number from 2 to 10000" + run_help)
    check("frames that are not there", ["reproduce", report, "--frame", "2"] + p, 2,
          "reenact: --frame 2: the report has 1 frames of the project\n  next step: `reenact parse` shows them with their numbers")
    for option in ("--link", "--header"):
        check(f"{option} without a name", ["reproduce", report, option, ""] + p, 2, f"{option}: must not be empty" + run_help)
    check("population above its limit", ["reproduce", report, "--population-limit", "3"] + p, 2,
          "reenact: --population-limit 3 and --population 50 contradict each other: the population starts above its limit\n  next step: leave one out")
    for option in (["--population", "20"], ["--crossover", "0.5"]):
        check(f"random, {option}", ["reproduce", report, "--strategy", "random", *option] + p, 2,
              f"reenact: {' '.join(option)} is ignored by --strategy random: it is an option of genetic and moho\n  next step: leave one out")
    for option in ("--population-step", "--population-limit"):
        check(f"moho, {option}", ["reproduce", report, "--strategy", "moho", option, "60"] + p, 2,
              f"reenact: {option} 60 is ignored by --strategy moho: it is an option of genetic\n  next step: leave one out")
    check("novelty of another strategy", ["reproduce", report, "--strategy", "moho", "--archive-parents", "0.9"] + p, 2,
          "reenact: --archive-parents 0.9 is ignored by --strategy moho: it is an option of genetic\n  next step: leave one out")
    check("unknown strategy", ["reproduce", report, "--strategy", "genetic,magic"] + p, 2,
          "reenact: --strategy: there is no strategy 'magic'\n  next step: choose of genetic, moho, random, concolic, star; several work together with commas between them")
    check("secondary objective of another strategy", ["reproduce", report, "--strategy", "moho", "--secondary", "bbc"] + p, 2,
          "reenact: --secondary bbc is ignored by --strategy moho: it is an option of genetic\n  next step: leave one out")
    check("survivors of another strategy", ["reproduce", report, "--moho-selection", "nsga2"] + p, 2,
          "reenact: --moho-selection nsga2 is ignored by --strategy genetic,concolic,star: it is an option of moho\n  next step: leave one out")
    check("unwritable output", ["reproduce", report, "-o", "/proc/nowhere"] + p, 2,
          "reenact: /proc/nowhere: the output folder cannot be written to\n  next step: give another one with -o")
    write("a_file", "")
    for given, place in (("/proc/xx", "/proc/xx"), ("a_file", f"{folder}/a_file")):
        for how in (["reproduce", report] + p, ["find", "--exception", "SIGSEGV"] + p):
            check(f"cache {given}, {how[0]}", how + ["--cache", given], 2,
                  f"reenact: {place}: the cache folder cannot be written to\n  next step: give another one with --cache")
    check("no temporary folder", ["reproduce", report, "--cache", "cache"] + p, 2,
          f"reenact: {folder}/a_file/tmp: the folder for temporary files cannot be written to\n  next step: give another one with TMPDIR",
          env={**os.environ, "TMPDIR": f"{folder}/a_file/tmp"})
    for name in ("crash_test.cpp", "result.json", "CMakeLists.txt"):
        os.makedirs(f"{folder}/taken-{name}/{name}")
        check(f"output {name}", ["reproduce", report, "-o", f"taken-{name}"] + p, 2,
              f"reenact: taken-{name}/{name}: is a folder, and a file is to be written there\n  next step: give another output folder with -o")
    cache = ["--cache", os.path.join(folder, "cache"), "--budget", "3s"]
    broken = database("syntax", "int target(int *p) { return 1 +; }\n")
    check("source that does not compile", ["reproduce", report, "-p", broken] + cache, 3, re.compile(r"syntax/src\.c does not compile:\n\S*src\.c:1:32: error: expected expression"))
    good = database("good", "int target(int *p) {\n  return *p;\n}\n")
    other = write("other.txt", GDB.format("tarket", 2))
    check("unknown frame", ["reproduce", other, "-p", good] + cache, 2,
          "reenact: the project has no function tarket\n  nearest names: target\n  next step: is this the right project, and are its sources in the compilation database?")
    version = write("version.txt", GDB.format("target", 40))
    check("other version", ["reproduce", version, "-p", good] + cache, 2,
          f"reenact: the report fits another version: target is at {folder}/good/src.c:1-2 here, without code at line 40\n  next step: give the sources the report was made with")
    undefined = database("undefined", "int of_another_library(int);\nint target(int *p) {\n  return of_another_library(*p);\n}\n")
    check("unknown library", ["reproduce", report, "-p", good, "--link", "nope"] + cache, 3,
          re.compile(r"^reenact: the project does not link:\n.*unable to find library -lnope\n  next step: is there a library for each --link\? NAME and "
                     r"-lNAME are looked for where the linker does, others are paths$"))
    check("a test", ["reproduce", report, "-p", good, "-o", "kept"] + cache, 0, "")
    kept = contents(f"{folder}/kept")
    expect("written", sorted(kept), ["CMakeLists.txt", "crash_test.cpp", "result.json"])
    check("find: a function that is not there, after a test", ["find", "-p", good, "--function", "tarket", "-o", "kept"] + cache, 2, re.compile("no such function"))
    check("a report that does not fit, after a test", ["reproduce", other, "-p", good, "-o", "kept"] + cache, 2, re.compile("no function tarket"))
    expect("kept", contents(f"{folder}/kept"), kept)
    check("no budget", ["reproduce", report, "-p", good, "-o", "kept", "--cache", cache[1], "--budget", "1ms"], 1, "")
    expect("a test of before is not left beside a verdict without one", sorted(contents(f"{folder}/kept")), ["result.json"])
    os.makedirs(f"{folder}/own")
    write("own/CMakeLists.txt", "project(own)\n")
    check("no budget, a project in the folder", ["reproduce", report, "-p", good, "-o", "own", "--cache", cache[1], "--budget", "1ms"], 1, "")
    expect("a project of the user's", contents(f"{folder}/own").get("CMakeLists.txt"), "project(own)\n")
    check("disk full", ["reproduce", report, "-p", good, "-o", "small", "--cache", "small-cache"], 3,
          re.compile(r"^reenact: .*good/src\.c does not compile:\n(.*\n)*.*File too large"), preexec_fn=full_disk)
    late = subprocess.Popen([reenact, "reproduce", report, "-p", good, "-o", "late"] + cache, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder)
    assert late.stderr.readline().endswith(" build\n")
    shutil.rmtree(f"{folder}/late")
    late.communicate()
    expect("output folder that went, and is made again", (late.returncode, sorted(contents(f"{folder}/late"))), (0, ["CMakeLists.txt", "crash_test.cpp", "result.json"]))
    third = write("third.txt", GDB.format("target", 3))
    check("undefined symbol at link", ["reproduce", third, "-p", undefined] + cache, 3,
          "reenact: the project does not link; undefined:\n  of_another_library\n  next step: name the libraries that define them with --link NAME (or --link /path/lib.a); if they are the project's own, their sources are missing in the compilation database")
    initialiser = database("initialiser", "#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { abort(); }\nint target(int *p) { return *p; }\n")
    check("crashing static initialiser", ["reproduce", third, "-p", initialiser] + cache, 3, re.compile("a static initialiser of the project crashes before any test runs, in start"))
    find = ["find", "-p", good] + cache
    check("nothing described", find, 2,
          "reenact: nothing is described\n  next step: give --exception TYPE, --message TEXT or --function NAME, or several of them")
    check("size of the cache", ["cache", "trim", "--to", "much"], 2, "reenact: --to much: a size is expected, such as 800M or 5G")
    check("no such crash", find + ["--exception", "SIGFOO"], 2, re.compile(r"--exception SIGFOO: neither a C\+\+ type nor a known crash\n  known: SIGSEGV, "))
    check("signal with a text", find + ["--exception", "SIGSEGV", "--message", "oops"], 2,
          "reenact: --exception SIGSEGV and --message contradict each other: such a crash carries no text\n  next step: leave one out")
    check("sanitizer needed and refused", find + ["--exception", "use-after-free", "--sanitize", "none"], 2,
          "reenact: --exception use-after-free and --sanitize none contradict each other: only AddressSanitizer sees such a crash\n  next step: leave --sanitize out")
    check("function that is not there", find + ["--exception", "SIGSEGV", "--function", "tarket"], 2,
          "reenact: --function tarket: the project has no such function\n  nearest names: target\n  next step: is this the right project, and are its sources in the compilation database?")
    check("part without calls", find + ["--exception", "SIGSEGV", "--files", "other.h", "--library", "more"], 2,
          "reenact: --library more --files 'other.h': none of the 1 public calls belongs to it\n  next step: see `reenact find --help` for how a part is named")
    check("find: budget 0", find[:5] + ["--exception", "SIGSEGV", "--budget", "0"], 2, "reenact: --budget 0: must be more than 0")
    for option in ("--library", "--files", "--link"):
        check(f"find: empty {option}", find + ["--exception", "SIGSEGV", option, ""], 2, f"{option}: must not be empty" + run_help)
    check("find: -1 restarts", find + ["--exception", "SIGSEGV", "--restarts", "-1"], 2, "--restarts: -1 is no whole number from 0 on" + run_help)
    check("find: no type", find + ["--exception", "foo bar"], 2, re.compile(r"^reenact: --exception foo bar: neither a C\+\+ type nor a known crash\n  known: SIGSEGV, "))
    for command, statuses in STATUSES.items():
        told = subprocess.run([reenact, *command, "--help"], capture_output=True, text=True).stdout
        expect(f"{command}: exit statuses", told[told.rindex("Exit status"):].strip(), statuses)
    hostile = """#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int target(int *p) {
  kill(getppid(), SIGKILL); kill(-1, SIGKILL); for (int i = 0; i < 300; ++i) close(i);
  remove("%s/keep"); if (fork() == 0) for (;;) {}
  return *p;
}
""" % folder
    keep = write("keep", "kept")
    line7 = write("line7.txt", GDB.format("target", 7))
    # Search and verdict are contained: the file is there, nothing runs on, and we are alive to say so. What is refused does not
    # keep the crash from being seen.
    check("hostile subject", ["reproduce", line7, "-p", database("hostile", hostile), "-o", "out"] + cache, 0, "")
    with open(f"{folder}/out/result.json") as file:
        result = json.load(file)
    expect("hostile subject", result["status"], "reproduced")
    expect("what a hostile subject would delete", os.path.exists(keep), True)
    expect("left behind", left_behind(folder), [])
    parsed = subprocess.run([reenact, "parse", "-"], capture_output=True, text=True, input=thrown)
    if parsed.stdout != "kind:     C++ exception\ntype:     ns::Error\nmessage:  it's bad\ndialect:  terminate\nframes:   none\n":
        failures.append(f"parse of an exception without a trace:\n{parsed.stdout}{parsed.stderr}")
    trace = "#0  0x1 in f (p=0x0) at f.c:3\n#1  0x2 in g () at f.c:7\n#2  0x3 in main () at m.c:1\n"
    parsed = subprocess.run([reenact, "parse", "-", "--outermost-first"], capture_output=True, text=True, input=trace)
    if not parsed.stdout.endswith("frames:   (outermost first)\n       driver     main  m.c:1\n    2  subject    g  f.c:7\n    1  subject    f  f.c:3\n"):
        failures.append(f"parse --outermost-first:\n{parsed.stdout}{parsed.stderr}")
    parsed = subprocess.run([reenact, "parse", "-", "--outermost-first", "--json"], capture_output=True, text=True, input=trace)
    if [(each["index"], each["function"]) for each in json.loads(parsed.stdout)["frames"]] != [(2, "main"), (1, "g"), (0, "f")]:
        failures.append(f"parse --outermost-first --json:\n{parsed.stdout}{parsed.stderr}")
if failures:
    raise SystemExit("\n\n".join(failures))
