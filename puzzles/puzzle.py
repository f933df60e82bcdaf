"""What a puzzle's folder holds; shared by run.py and make_report.py."""
import glob, json, os, shlex, shutil

FOLDER = os.path.dirname(os.path.abspath(__file__))
TESTS = "tests"             # a folder of the project's own tests: it goes with the project
CHECKS = ("checks.c", "checks.cpp")  # a program of the project's own that calls the library
CRASHING_PROGRAM = "user"   # user.c or user.cpp: the program whose crash the report shows; reenact never sees it


def sources_of(folder):
    """The subject's source files, without the crashing program."""
    return sorted(name for name in os.listdir(folder) if name.endswith((".c", ".cpp")) and not name.startswith(CRASHING_PROGRAM + "."))


def crashing_program_of(folder):
    return next(name for name in sorted(os.listdir(folder)) if name.startswith(CRASHING_PROGRAM + "."))


def expected_of(folder):
    with open(os.path.join(folder, "expected.json")) as file:
        return json.load(file)


def compiler_of(source, is_gcc=False):
    if source.endswith(".c"):
        return ["gcc" if is_gcc else "clang-19", "-std=gnu11"]
    return ["g++" if is_gcc else "clang++-19", "-std=c++17"]


def gdb_command(program, shown="none", traces=("bt",)):
    """Runs `program` (its arguments behind it) until it crashes; `shown`: of its functions' arguments."""
    command = ["gdb", "-q", "-batch", "-nx", "-ex", f"set print frame-arguments {shown}", "-ex", "run"]
    return command + [word for trace in traces for word in ("-ex", trace)] + ["--args", *program]


def sanitizers_environment(has_stack=True):
    """Leaks are no crash; has_stack: UBSan shows it, which it does not do by default."""
    return dict(os.environ, ASAN_OPTIONS="detect_leaks=0", UBSAN_OPTIONS=f"print_stacktrace={int(has_stack)}")


def copy_project(folder, project):
    """A project as a user would have it: sources, headers and compile_commands.json; no solution beside them."""
    os.makedirs(project)
    commands = []
    for name in os.listdir(folder):
        if name.endswith(".h") or name in sources_of(folder):
            shutil.copy(os.path.join(folder, name), project)
    if os.path.isdir(os.path.join(folder, TESTS)):
        shutil.copytree(os.path.join(folder, TESTS), os.path.join(project, TESTS))
    for source in sources_of(folder):
        command = compiler_of(source, expected_of(folder).get("compiler") == "gcc") + ["-g"] + expected_of(folder).get("flags", []) + ["-c", source, "-o", source + ".o"]
        commands.append({"directory": project, "file": source, "command": shlex.join(command)})
    with open(os.path.join(project, "compile_commands.json"), "w") as file:
        json.dump(commands, file, indent=1)


def forget_project(cache, project):
    """Removes what was built for `project`, and leaves what serves others: headers of the system."""
    for used in glob.glob(os.path.join(cache, "*", "*", "used")):
        try:
            with open(used) as file:
                kind, _, of = file.read().partition("\n")
        except FileNotFoundError:   # another puzzle's, which is over
            continue
        if of.strip() == os.path.realpath(project) and kind not in ("GoogleTest", "standard headers"):
            shutil.rmtree(os.path.dirname(used), ignore_errors=True)
