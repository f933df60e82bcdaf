"""Tests per second of the engine's search, against a bare loop over the same tests and against libFuzzer."""
import collections, os, shutil, struct

from common import ROOT, Failure, Row, compile_units, fetch, median, run, run_json, say, spread, units_of

CRASH = "yamlcpp-emitter-endseq"   # names the subject; the report searched for is bench/throughput/yaml-load.txt
SOURCES = os.path.join(ROOT, "bench", "throughput")
REPORT = os.path.join(SOURCES, "yaml-load.txt")
# As src/build/build.cpp compiles units, but for the pass.
FLAGS = ["-O1", "-gline-tables-only", "-fno-omit-frame-pointer", "-fno-delete-null-pointer-checks"]


def build_programs(settings, database):
    """The bare loop, the same with our probes, and the fuzz target, each linked with the subject's units built for it."""
    subject = units_of(settings, database)
    units = subject["units"]
    flags = [flag for flag in units[0]["flags"] if not flag.startswith("-std")] + ["-std=c++20", "-w", *FLAGS]
    environment = {"REENACT_ROOTS": subject["roots"], "REENACT_MODEL_OUT": "OBJECT.model"}
    programs = {}
    for name, sources, unit_flags, own_flags in [
            ("bare_loop", ["bare_loop.cpp"], [], []),
            ("probed_loop", ["bare_loop.cpp", "probes_only.cpp"], ["-fpass-plugin=" + subject["pass"]], ["-I", os.path.join(ROOT, "src")]),
            ("libfuzzer", ["libfuzzer_harness.cpp"], ["-fsanitize=fuzzer-no-link"], ["-fsanitize=fuzzer"])]:
        folder = settings.folder("throughput", name)
        objects, _ = compile_units(units, [*FLAGS, *unit_flags], folder, jobs=2, environment=environment)
        programs[name] = os.path.join(folder, name)
        run(["clang++-19", *flags, *own_flags, *[os.path.join(SOURCES, source) for source in sources], *objects, "-o", programs[name]],
            cwd=units[0]["directory"])
    return programs


def read_texts(path):
    with open(path, "rb") as file:
        data = file.read()
    at, texts = 0, []
    while at < len(data):
        (calls,) = struct.unpack_from("=I", data, at)
        at += 4
        for _ in range(calls):
            (length,) = struct.unpack_from("=I", data, at)
            texts.append(data[at + 4:at + 4 + length])
            at += 4 + length
    return texts


def write_corpus(folder, texts, most):
    """Evenly chosen texts of the engine's own tests, as libFuzzer's initial corpus; returns how many."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    unique = sorted(set(texts))
    chosen = unique[::max(1, len(unique) // most)]
    for i, text in enumerate(chosen):
        with open(os.path.join(folder, f"{i:05}"), "wb") as file:
            file.write(text)
    return len(chosen)


class Fuzzer:
    """libFuzzer with inputs of at most `max_len` bytes; each run starts from the same corpus and seed."""

    def __init__(self, settings, program, texts, max_len, tests):
        self.settings, self.tests = settings, tests
        self.name = f"libFuzzer, inputs ≤ {max_len} bytes"
        self.corpus = os.path.join(settings.folder("throughput"), f"corpus-{max_len}")
        self.skip = write_corpus(self.corpus, [text for text in texts if len(text) <= max_len], 2000)
        self.command = [program, "-seed=1", "-verbosity=0", f"-max_len={max_len}", f"-runs={self.skip + tests}"]
        self.dump = os.path.join(settings.folder("throughput"), f"libfuzzer-{max_len}.tests")
        self.own_corpus = os.path.join(settings.folder("throughput"), "own-corpus")
        first = self.run(BENCH_DUMP=self.dump)
        self.mean = first["bytes"] / first["tests"]

    def run(self, **environment):
        # libFuzzer adds what it finds to its corpus.
        shutil.rmtree(self.own_corpus, ignore_errors=True)
        shutil.copytree(self.corpus, self.own_corpus)
        return run_json([*self.command, self.own_corpus], self.settings.core, env=dict(os.environ, BENCH_SKIP=str(self.skip), **environment))


def per_second(result):
    """Per second of processor time: the machine may be shared. (Wall time is told beside it for the search.)"""
    return result["tests"] / result["cpu"]


def measure(settings):
    database = fetch(CRASH)
    programs = build_programs(settings, database)
    folder = settings.folder("throughput")
    tests = 100_000 if settings.quick else 400_000
    seconds = "1" if settings.quick else "3"
    engine = [settings.program("engine_search"), REPORT, "-p", database, "--cache", settings.folder("cache"),
              "--scratch", settings.folder("throughput", "scratch"), "--executions", str(tests)]
    dump = os.path.join(folder, "engine.tests")
    ran = run_json([*engine, "--dump", dump])   # also fills the cache
    if ran["fitness"] <= 0:
        raise Failure("the report of this measurement must be out of reach, but the search found it")
    texts = read_texts(dump)
    fuzzers = [Fuzzer(settings, programs["libfuzzer"], texts, max_len, tests) for max_len in (64, 4096)]
    rates = collections.defaultdict(list)
    for i in range(settings.repeats):
        say(f"throughput: round {i + 1} of {settings.repeats}")
        result = run_json(engine, settings.core)
        rates["search"].append(per_second(result))
        rates["search by wall clock"].append(result["tests"] / result["seconds"])
        rates["bare loop"].append(per_second(run_json([programs["bare_loop"], dump, seconds], settings.core)))
        rates["bare loop with our probes"].append(per_second(run_json([programs["probed_loop"], dump, seconds], settings.core)))
        for fuzzer in fuzzers:
            rates[fuzzer.name].append(per_second(fuzzer.run()))
            rates["bare loop on " + fuzzer.name].append(per_second(run_json([programs["bare_loop"], fuzzer.dump, seconds], settings.core)))

    def ratio(what, above, below, target=""):
        values = [a / b for a, b in zip(rates[above], rates[below])]
        return Row("throughput", what, median(values), "x", target, spread(values))

    def handicap(fuzzer):
        """Who slows its own calls down less, whatever their inputs are."""
        values = [a / b / (c / d) for a, b, c, d in zip(rates["search"], rates["bare loop"], rates[fuzzer.name], rates["bare loop on " + fuzzer.name])]
        return Row("throughput", f"search / bare loop, over {fuzzer.name} / its bare loop", median(values), "x", "", spread(values))

    rows = [ratio("search / bare loop, the same tests", "search", "bare loop", "≥ 0.4"),
            ratio("bare loop with our probes / bare loop", "bare loop with our probes", "bare loop"),
            ratio("search / bare loop with our probes", "search", "bare loop with our probes")]
    for fuzzer in fuzzers:
        rows += [ratio(f"search / {fuzzer.name}", "search", fuzzer.name, "≥ 1.0"), handicap(fuzzer)]
    rows += [Row("throughput", name, median(values), "tests/s", "", spread(values)) for name, values in rates.items()]
    rows += [Row("throughput", "calls per test of the search", ran["calls"] / ran["tests"], ""),
             Row("throughput", "mean text of a call, search", ran["bytes"] / ran["calls"], "bytes")]
    return rows + [Row("throughput", "mean " + fuzzer.name, fuzzer.mean, "bytes") for fuzzer in fuzzers]
