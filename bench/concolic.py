"""What concolic runs cost: the instrumented code without and with symbolic inputs against the plain one, and paths per second."""
import collections, os

from common import ROOT, Row, median, run, run_json, say, spread

SOURCES = os.path.join(ROOT, "bench", "concolic")


def build_loops(settings):
    """The loop over the parser, plain and instrumented."""
    lib = os.path.join(settings.build, "lib", "reenact")
    folder = settings.folder("concolic")
    flags = ["-O1", "-gline-tables-only", "-I", os.path.join(ROOT, "src")]
    programs = {}
    for name, parser_flags, loop_flags, libraries in [
            ("plain", [], [], []),
            ("concolic", ["-fpass-plugin=" + os.path.join(lib, "libreenact_concolic_pass.so")], ["-DCONCOLIC"],
             [os.path.join(lib, "libreenact_concolic_runtime.a"), "-lstdc++"])]:
        parser = os.path.join(folder, name + ".o")
        source = ["-c", os.path.join(SOURCES, "json.c")]
        if name == "concolic":   # in two steps, as src/build/code_generation.h does of a unit of that size
            bitcode = os.path.join(folder, name + ".bc")
            run(["clang-19", *flags, *parser_flags, "-emit-llvm", *source, "-o", bitcode])
            run(["clang-19", "-w", "-O1", "-Xclang", "-disable-llvm-passes", "-c", bitcode, "-o", parser])
        else:
            run(["clang-19", *flags, *parser_flags, *source, "-o", parser])
        programs[name] = os.path.join(folder, name)
        run(["clang-19", *flags, *loop_flags, os.path.join(SOURCES, "loop.c"), parser, *libraries, "-o", programs[name]])
    return programs


def measure(settings):
    programs = build_loops(settings)
    runs = 40_000 if settings.quick else 200_000
    attempts = 5_000 if settings.quick else 20_000
    times, explored, last = collections.defaultdict(list), [], {}
    for i in range(settings.repeats):
        say(f"concolic: round {i + 1} of {settings.repeats}")
        for name, command in [("plain", [programs["plain"], str(runs)]), ("concrete", [programs["concolic"], str(runs), "0"]),
                              ("symbolic", [programs["concolic"], str(runs // 20), "1"])]:
            last[name] = run_json(command, settings.core)
            times[name].append(last[name]["cpu"] / last[name]["runs"])
        explored.append(run_json([settings.program("concolic_explore"), str(attempts)], settings.core))

    def ratio(what, above, below, target):
        values = [a / b for a, b in zip(times[above], times[below])]
        return Row("concolic", what, median(values), "x", target, spread(values))

    rates = [each["attempts"] / each["cpu"] for each in explored]
    one = explored[-1]
    return [ratio("run without symbolic values / plain", "concrete", "plain", "≤ 3"),
            ratio("run with all of its text symbolic / plain", "symbolic", "plain", "≤ 40"),
            Row("concolic", f"clauses of such a run", last["symbolic"]["clauses"], ""),
            Row("concolic", "paths solved and run, JSON of 24 bytes", median(rates), "/s", "≥ 500", spread(rates)),
            Row("concolic", "of these, feasible", one["feasible"] / one["attempts"], ""),
            Row("concolic", "of these, diverged", one["diverged"] / max(one["feasible"], 1), "", "≤ 0.05"),
            Row("concolic", "questions that reached Z3", one["to_z3"] / one["attempts"], "per path")]
