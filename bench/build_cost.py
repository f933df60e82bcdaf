"""What the instrumented build costs: compiling a unit with our pass, and everything up to the search with a cold cache."""
import os, shutil

from common import Row, compile_units, fetch, median, run_search, say, spread, units_of

CRASH = "yamlcpp-emitter-endseq"
JOBS = 2
PLAIN = ["-O1", "-g"]
# As src/build/build.cpp compiles units.
OURS = ["-O1", "-gline-tables-only", "-fno-omit-frame-pointer", "-Wno-error"]


def measure(settings):
    database = fetch(CRASH)
    subject = units_of(settings, database)
    # Every third unit is enough to see the ratio; all of them unless --quick.
    units = subject["units"][::3] if settings.quick else subject["units"]
    kinds = {"plain": (PLAIN, {}),
             "ours without the pass": (OURS, {}),
             "ours": ([*OURS, "-fpass-plugin=" + subject["pass"]], {"REENACT_ROOTS": subject["roots"], "REENACT_MODEL_OUT": "OBJECT.model"})}
    seconds = {name: [] for name in kinds}
    cpu = {name: [] for name in kinds}
    for i in range(settings.repeats):
        say(f"build: round {i + 1} of {settings.repeats}")
        for name, (flags, environment) in kinds.items():
            before = sum(os.times()[2:4])
            seconds[name].append(compile_units(units, flags, settings.folder("build", name), JOBS, environment=environment)[1])
            cpu[name].append(sum(os.times()[2:4]) - before)
    whole = []
    for _ in range(1 if settings.quick else min(3, settings.repeats)):
        cache = settings.folder("build", "cold-cache")
        shutil.rmtree(cache)
        result = run_search(settings, "build", os.path.join("crashpack", CRASH, "report.txt"), database, cache, executions=1, jobs=JOBS)
        whole.append(result["seconds_to_search"])

    def ratio(what, above, below, values, target=""):
        each = [a / b for a, b in zip(values[above], values[below])]
        return Row("build", what, median(each), "x", target, spread(each))

    plain = median(seconds["plain"]) * len(subject["units"]) / len(units)
    return [ratio("compile with our pass / plain -O1 -g, processor time", "ours", "plain", cpu, "≤ 2.0"),
            ratio("the same, wall clock", "ours", "plain", seconds),
            ratio("compile with our flags, no pass / plain, processor time", "ours without the pass", "plain", cpu),
            Row("build", f"plain compile, {len(subject['units'])} units, {JOBS} jobs", plain, "s"),
            Row("build", "cold build phase of reenact up to the search (compile, API, bridge, link)", median(whole), "s", "", spread(whole)),
            Row("build", "cold build phase / plain compile", median(whole) / plain, "x")]
