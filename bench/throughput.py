"""Tests per second of the engine's search, against a bare loop over the same tests and against libFuzzer."""
import os, shutil, struct

from common import ROOT, Failure, Row, compile_units, fetch, median, run, run_json, say, spread, units_of

CRASH = "yamlcpp-emitter-endseq"   # names the subject; the report searched for is bench/throughput/yaml-load.txt
SOURCES = os.path.join(ROOT, "bench", "throughput")
REPORT = os.path.join(SOURCES, "yaml-load.txt")
# As src/subject/build.cpp compiles units, but for the pass.
FLAGS = ["-O1", "-gline-tables-only", "-fno-omit-frame-pointer"]


def build_programs(settings, database):
    """The bare loop and the fuzz target, linked with the subject's units compiled for each."""
    units = [unit for unit in units_of(settings, database)["units"]]
    flags = [flag for flag in units[0]["flags"] if not flag.startswith("-std")] + ["-std=c++17", "-w", *FLAGS]
    programs = {}
    for name, source, extra, link in [("bare_loop", "bare_loop.cpp", [], []),
                                      ("libfuzzer", "libfuzzer_harness.cpp", ["-fsanitize=fuzzer-no-link"], ["-fsanitize=fuzzer"])]:
        folder = settings.folder("throughput", name)
        objects, _ = compile_units(units, [*FLAGS, *extra], folder, jobs=2)
        programs[name] = os.path.join(folder, name)
        run(["clang++-19", *flags, *extra, os.path.join(SOURCES, source), *objects, *link, "-o", programs[name]], cwd=units[0]["directory"])
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


def write_corpus(settings, texts, most):
    """Evenly chosen texts of the engine's own tests, as libFuzzer's initial corpus; returns the folder and how many."""
    folder = os.path.join(settings.folder("throughput"), "corpus")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    unique = sorted(set(texts))
    chosen = unique[::max(1, len(unique) // most)]
    for i, text in enumerate(chosen):
        with open(os.path.join(folder, f"{i:05}"), "wb") as file:
            file.write(text)
    return folder, len(chosen)


def per_second(result):
    return result["tests"] / result["seconds"]


def measure(settings):
    database = fetch(CRASH)
    programs = build_programs(settings, database)
    folder = settings.folder("throughput")
    tests = 40_000 if settings.quick else 200_000
    seconds = 1 if settings.quick else 3
    engine = [settings.program("engine_search"), REPORT, "-p", database, "--cache", settings.folder("cache"),
              "--scratch", settings.folder("throughput", "scratch"), "--executions", str(tests)]
    dump = os.path.join(folder, "engine.tests")
    ran = run_json([*engine, "--dump", dump])   # also fills the cache
    if ran["fitness"] <= 0:
        raise Failure("the report of this measurement must be out of reach, but the search found it")
    texts = read_texts(dump)
    corpus, skip = write_corpus(settings, texts, 2000)
    fuzz_dump = os.path.join(folder, "libfuzzer.tests")

    def fuzz(**more):
        own = os.path.join(folder, "fuzz-corpus")
        shutil.rmtree(own, ignore_errors=True)
        shutil.copytree(corpus, own)   # libFuzzer adds to its corpus; every run starts from the same one
        return run_json([programs["libfuzzer"], own, f"-runs={skip + tests}", "-seed=1", "-verbosity=0", "-max_len=16384", "-timeout=10"],
                        settings.core, env=dict(os.environ, BENCH_SKIP=str(skip), **more))

    fuzz(BENCH_DUMP=fuzz_dump)
    rates = {"engine": [], "bare": [], "fuzz": [], "bare on fuzz": []}
    for i in range(settings.repeats):
        say(f"throughput: round {i + 1} of {settings.repeats}")
        rates["engine"].append(per_second(run_json(engine, settings.core)))
        rates["bare"].append(per_second(run_json([programs["bare_loop"], dump, str(seconds)], settings.core)))
        fuzzed = fuzz()
        rates["fuzz"].append(per_second(fuzzed))
        rates["bare on fuzz"].append(per_second(run_json([programs["bare_loop"], fuzz_dump, str(seconds)], settings.core)))

    def ratio(what, values, target=""):
        return Row("throughput", what, median(values), "x", target, spread(values))

    engine_share = [a / b for a, b in zip(rates["engine"], rates["bare"])]
    fuzz_share = [a / b for a, b in zip(rates["fuzz"], rates["bare on fuzz"])]
    return [
        ratio("search / bare loop over the same tests", engine_share, "≥ 0.4"),
        ratio("search / libFuzzer, tests per second", [a / b for a, b in zip(rates["engine"], rates["fuzz"])], "≥ 1.0"),
        ratio("the same, each relative to a bare loop over its own inputs", [a / b for a, b in zip(engine_share, fuzz_share)]),
        ratio("libFuzzer / bare loop over libFuzzer's inputs", fuzz_share),
        *[Row("throughput", name, median(values), "tests/s", "", spread(values))
          for name, values in [("search", rates["engine"]), ("bare loop, the search's tests", rates["bare"]),
                               ("libFuzzer", rates["fuzz"]), ("bare loop, libFuzzer's inputs", rates["bare on fuzz"])]],
        Row("throughput", "calls per test of the search", ran["calls"] / ran["tests"], ""),
        Row("throughput", "mean text of a call, search", ran["bytes"] / max(1, ran["calls"]), "bytes"),
        Row("throughput", "mean input, libFuzzer", fuzzed["bytes"] / fuzzed["tests"], "bytes"),
    ]
