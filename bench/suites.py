"""Branch coverage of what `reenact explore` writes, beside libFuzzer and AFL++ with harnesses written by hand, in the same time."""
import collections, glob, json, os, shutil, subprocess, time

from common import ROOT, Failure, Row, compile_units, fetch, run, run_json, say, units_of

SOURCES = os.path.join(ROOT, "bench", "suites")
Subject = collections.namedtuple("Subject", "name crash unit harness files")
# `files`: those whose branches count, without their folders. `crash` of crashpack/ only says where the library comes from.
SUBJECTS = [Subject("cJSON", "cjson-insert-null", "cJSON.c", "cjson.c", ["cJSON.c"]),
            Subject("json-c, tokener", "jsonc-tokener-depth0", "json_tokener.c", "jsonc.c", ["json_tokener.c"]),
            Subject("expat, parser", "expat-free-in-handler", "xmlparse.c", "expat.c", ["xmlparse.c"]),
            Subject("TinyXML-2", "tinyxml2-charref", "tinyxml2.cpp", "tinyxml2.cpp", ["tinyxml2.cpp"]),
            Subject("yaml-cpp, scanner", "yamlcpp-emitter-endseq", "YAML::Scanner", "yamlcpp.cpp",
                    ["scanner.cpp", "scantoken.cpp", "scanscalar.cpp", "scantag.cpp", "simplekey.cpp"])]
PLAIN = ["-O1", "-gline-tables-only"]
COVERAGE = [*PLAIN, "-fprofile-instr-generate", "-fcoverage-mapping"]
BUSY_MACHINE = {"AFL_NO_UI": "1", "AFL_NO_AFFINITY": "1", "AFL_SKIP_CPUFREQ": "1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES": "1", "AFL_QUIET": "1"}


class Library:
    """A subject's units, compiled once for each tool."""

    def __init__(self, settings, subject):
        self.subject, self.database = subject, fetch(subject.crash)
        self.folder = settings.folder("suites", subject.harness.replace(".", "-"))
        self.units = units_of(settings, self.database)["units"]
        self.objects = {}

    def build(self, name, source, flags, compiler=None, link=()):
        """`source` linked with the library, both compiled with `flags`; as the project does where `compiler` is not another."""
        key = (*flags, compiler)
        if key not in self.objects:
            units = [dict(unit, compiler=compiler + ("++" if "++" in unit["compiler"] else "")) if compiler else unit for unit in self.units]
            compiled, _ = compile_units(units, flags, os.path.join(self.folder, f"objects-{len(self.objects)}"), jobs=2)
            # Programs that the project builds beside the library have a main() of their own.
            self.objects[key] = [each for each in compiled if " T main\n" not in run(["llvm-nm-19", "--defined-only", each])]
        first, program, own = self.units[0], os.path.join(self.folder, "program-" + name), []
        for number, each in enumerate(source):
            is_c = each.endswith(".c")
            tool = compiler + ("" if is_c else "++") if compiler else ("clang-19" if is_c else "clang++-19")
            own.append(f"{program}-{number}.o")
            standard = [] if is_c else ["-std=c++20"]
            kept = [flag for flag in first["flags"] if not flag.startswith("-std")]
            headers = ["-I" + folder for folder in sorted({os.path.dirname(unit["file"]) for unit in self.units})]
            run([tool, *kept, *headers, *standard, "-w", *flags, "-c", each, "-o", own[-1]], cwd=first["directory"])
        linker = compiler + "++" if compiler else "clang++-19"
        run([linker, *flags, *own, *self.objects[key], *link, "-lm", "-lpthread", "-o", program], cwd=first["directory"])
        return program

    def harness(self):
        return os.path.join(SOURCES, self.subject.harness)


def covered(library, program, command):
    """(branches covered, branches) of the subject's files by what `command` runs."""
    profiles = os.path.join(library.folder, "profiles")
    shutil.rmtree(profiles, ignore_errors=True)
    os.makedirs(profiles)
    told = subprocess.run(command, env=dict(os.environ, LLVM_PROFILE_FILE=os.path.join(profiles, "%m.profraw")), stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True)
    merged = os.path.join(library.folder, "merged.profdata")
    run(["llvm-profdata-19", "merge", "-sparse", *glob.glob(os.path.join(profiles, "*")), "-o", merged])
    exported = json.loads(run(["llvm-cov-19", "export", "-summary-only", program, "-instr-profile", merged]))
    branches = [each["summary"]["branches"] for each in exported["data"][0]["files"]
                if os.path.basename(each["filename"]) in library.subject.files]
    if not branches:
        raise Failure(f"{library.subject.name}: no coverage of {', '.join(library.subject.files)}")
    return sum(each["covered"] for each in branches), sum(each["count"] for each in branches), told.stdout


def explore(settings, library, seconds):
    out = os.path.join(library.folder, "suite")
    shutil.rmtree(out, ignore_errors=True)
    command = [settings.program("reenact"), "explore", library.subject.unit, "-p", library.database, "-o", out, "--cache",
               settings.folder("cache"), "--budget", f"{seconds}s", "--mutants", "0", "--jobs", "1"]
    for _ in range(2):   # the first fills the cache: builds are not what is compared
        told = subprocess.run(["taskset", "-c", str(settings.core), *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
        if told.returncode != 0:
            raise Failure(f"{' '.join(command)}: exit status {told.returncode}\n  {told.stderr.strip()[-2000:]}")
    with open(os.path.join(out, "explore.json")) as file:
        tests = json.load(file)["tests"]
    program = library.build("suite", [os.path.join(out, "suite_test.cpp")], COVERAGE, link=["-lgtest", "-lgtest_main"])
    return (*covered(library, program, [program])[:2], tests)


def replayed(library, corpus):
    program = library.build("replay", [library.harness(), os.path.join(SOURCES, "replay.c")], COVERAGE)
    hit, all_of_them, told = covered(library, program, [program, corpus])
    return hit, all_of_them, json.loads(told.splitlines()[-1])["files"]


def first_input(folder):
    os.makedirs(folder)
    with open(os.path.join(folder, "first"), "w") as file:
        file.write("0 ")
    return folder


def libfuzzer(settings, library, seconds):
    program = library.build("libfuzzer", [library.harness()], [*PLAIN, "-fsanitize=fuzzer-no-link"], link=["-fsanitize=fuzzer"])
    corpus = os.path.join(library.folder, "libfuzzer-corpus")
    shutil.rmtree(corpus, ignore_errors=True)
    first_input(corpus)
    end = time.monotonic() + seconds
    while (left := int(end - time.monotonic())) > 0:   # it stops at each crash, and seldom stands still for good
        try:
            subprocess.run(["taskset", "-c", str(settings.core), program, "-seed=1", "-verbosity=0", "-timeout=5", f"-max_total_time={left}",
                            "-artifact_prefix=" + library.folder + "/", corpus], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=left + 30)
        except subprocess.TimeoutExpired:
            pass
    return replayed(library, corpus)


def afl(settings, library, seconds):
    program = library.build("afl", [library.harness()], PLAIN, compiler="afl-clang-fast", link=["-fsanitize=fuzzer"])
    out, seeds = os.path.join(library.folder, "afl"), os.path.join(library.folder, "afl-first")
    for each in [out, seeds]:
        shutil.rmtree(each, ignore_errors=True)
    run(["afl-fuzz", "-s", "1", "-i", first_input(seeds), "-o", out, "-V", str(seconds), "--", program], settings.core,
        env=dict(os.environ, **BUSY_MACHINE))
    return replayed(library, os.path.join(out, "default", "queue"))


def measure(settings):
    run([os.path.join(ROOT, "scripts", "install-packages"), "afl++"])
    seconds = 20 if settings.quick else 60
    rows = []
    say("| unit | branches | explore | tests | libFuzzer | inputs | AFL++ | inputs |")
    say("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for subject in SUBJECTS:
        library = Library(settings, subject)
        results = []
        for tool in [explore, libfuzzer, afl]:
            try:
                results.append(tool(settings, library, seconds))
            except Failure as failure:
                say(f"suites: {subject.name}, {tool.__name__}: {failure}")
                results.append((0, 0, 0))
        say(f"| {subject.name} | {max(each[1] for each in results)} | " + " | ".join(f"{hit} | {inputs}" for hit, _, inputs in results) + " |")
        (ours, _, tests), others = results[0], results[1:]
        best = max(others)
        if ours and best[0]:
            rows += [Row("suites", f"{subject.name}: branches covered in {seconds} s / those of the better fuzzer", ours / best[0], "x", "≥ 1"),
                     Row("suites", f"{subject.name}: tests / its inputs", tests / best[2], "x", "≤ 0.1")]
    if not rows:
        raise Failure("no subject could be measured")
    return rows
