"""Tests per second where tests come to a bad end: findings of AddressSanitizer, and tests that do not end."""
import collections, json, os

from common import ROOT, Row, median, run, run_json, say, spread

SOURCES = os.path.join(ROOT, "bench", "deaths")
REPORT = os.path.join(SOURCES, "settings.txt")


def database(settings, name, definitions):
    """The folder with a compilation database of the subject built with `definitions`."""
    folder = settings.folder("deaths", name)
    command = {"directory": SOURCES, "file": "settings.cpp", "arguments": ["clang++-19", "-std=c++20", *definitions, "-c", "settings.cpp"]}
    with open(os.path.join(folder, "compile_commands.json"), "w") as file:
        json.dump([command], file)
    return folder


def fuzzer(settings):
    program = os.path.join(settings.folder("deaths"), "fuzz")
    run(["clang++-19", "-std=c++20", "-O1", "-gline-tables-only", "-fno-omit-frame-pointer", "-fsanitize=fuzzer,address",
         os.path.join(SOURCES, "settings.cpp"), os.path.join(SOURCES, "fuzz.cpp"), "-o", program])
    return program


def measure(settings):
    tests = 100_000 if settings.quick else 400_000

    def search(name, definitions, *options):
        return [settings.program("engine_search"), REPORT, "-p", database(settings, name, definitions), "--cache", settings.folder("cache"),
                "--scratch", settings.folder("deaths", "scratch"), "--executions", str(tests), *options]

    programs = {"AddressSanitizer, no findings": search("plain", [], "--address-sanitizer"),
                "AddressSanitizer, findings": search("finds", ["-DFINDS=60"], "--address-sanitizer"),
                "no hangs": search("plain", []),
                "hangs": search("hangs", ["-DHANGS=11"])}
    fuzz = [fuzzer(settings), "-seed=1", "-verbosity=0", "-max_len=64", f"-runs={tests}", "-detect_leaks=0"]
    options = "malloc_context_size=0:quarantine_size_mb=1:detect_leaks=0"   # as the worker's
    for command in programs.values():
        run_json(command)   # fills the cache
    rates, last = collections.defaultdict(list), {}
    for i in range(settings.repeats):
        say(f"deaths: round {i + 1} of {settings.repeats}")
        for name, command in programs.items():
            last[name] = run_json(command, settings.core)
            rates[name].append(last[name]["tests"] / last[name]["cpu"])
        result = run_json(fuzz, settings.core, env=dict(os.environ, ASAN_OPTIONS=options))
        rates["libFuzzer with AddressSanitizer, no findings"].append(result["tests"] / result["cpu"])

    def ratio(what, above, below, target):
        values = [a / b for a, b in zip(rates[above], rates[below])]
        return Row("deaths", what, median(values), "x", target, spread(values))

    def share(name, count):
        return Row("deaths", f"tests that end so: {name}", last[name][count] / last[name]["tests"], "")

    targets = {"AddressSanitizer, findings": "≥ 20000"}
    return [ratio("search with findings / libFuzzer without", "AddressSanitizer, findings", "libFuzzer with AddressSanitizer, no findings", "≥ 0.5"),
            ratio("search with hangs / without", "hangs", "no hangs", "≥ 0.333"),
            share("AddressSanitizer, findings", "outlived"), share("hangs", "hangs"),
            *[Row("deaths", name, median(values), "tests/s", targets.get(name, ""), spread(values)) for name, values in rates.items()],
            *[Row("deaths", f"processes of {result['tests']:,} tests: {name}", result["processes"], "") for name, result in last.items()]]
