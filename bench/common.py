"""What every measurement shares: the settings of a run, running programs on one core, and the table."""
import concurrent.futures, dataclasses, json, os, re, statistics, subprocess, sys, time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@dataclasses.dataclass
class Settings:
    build: str            # build folder of the engine, configured with REENACT_BENCH
    work: str             # ours, may be emptied
    repeats: int
    quick: bool
    core: int             # everything that is timed runs on this core

    def program(self, name):
        return os.path.join(self.build, "reenact" if name == "reenact" else os.path.join("bench", name))

    def folder(self, *names):
        path = os.path.join(self.work, *names)
        os.makedirs(path, exist_ok=True)
        return path


@dataclasses.dataclass
class Row:
    measurement: str
    what: str
    value: float
    unit: str = "x"
    target: str = ""      # "≥ 0.4", "≤ 2.0", "< 10"; empty: told for information
    spread: str = ""

    def mark(self):
        if not self.target:
            return ""
        relation, bound = self.target.split()
        holds = {"≥": self.value >= float(bound), "≤": self.value <= float(bound), "<": self.value < float(bound)}[relation]
        return "pass" if holds else "MISS"


def development_crashes(difficulty=None):
    """The crashes of crashpack/'s development half; `difficulty`: only those."""
    folder = os.path.join(ROOT, "crashpack")
    result = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name, "crash.json")
        if os.path.exists(path):
            with open(path) as file:
                crash = json.load(file)
            if crash["half"] == "development" and difficulty in (None, crash["difficulty"]):
                result.append(name)
    return result


class Failure(Exception):
    """A measurement that could not be made, with the reason in words."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, core=None, **options):
    """Standard output of `command`; Failure with its last words if it fails."""
    if core is not None:
        command = ["taskset", "-c", str(core), *command]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", **options)
    if result.returncode != 0:
        words = (result.stderr or result.stdout).strip().splitlines()[-15:]
        raise Failure(f"{' '.join(command[:4])} ...: exit status {result.returncode}\n  " + "\n  ".join(words))
    return result.stdout


def run_json(command, core=None, **options):
    """The last line of standard output that is a JSON object."""
    return json.loads([line for line in run(command, core, **options).splitlines() if line.startswith("{")][-1])


def fetch(crash):
    """The folder with compile_commands.json of a crash of crashpack/."""
    return run([os.path.join(ROOT, "scripts", "fetch-subject"), crash]).strip().splitlines()[-1]


def units_of(settings, database):
    return json.loads(run([settings.program("subject_units"), database]))


def compile_units(units, flags, out, jobs, core=None, environment=None):
    """Compiles every unit of subject_units with more `flags`; returns the objects and the seconds it took."""
    os.makedirs(out, exist_ok=True)
    objects = [os.path.join(out, f"{i}.o") for i in range(len(units))]

    def one(job):
        unit, target = job
        extra = dict(os.environ, **{name: value.replace("OBJECT", target) for name, value in (environment or {}).items()})
        run([unit["compiler"], *unit["flags"], "-w", *flags, "-c", unit["file"], "-o", target], core, cwd=unit["directory"], env=extra)

    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, zip(units, objects)))
    return objects, time.monotonic() - start


def median(values):
    return statistics.median(values)


def spread(values):
    """The smallest and the largest of several repeats, as a reader may want them."""
    return f"{min(values):.3g} to {max(values):.3g}" if len(values) > 1 else ""


def table(rows):
    head = ["measurement", "what", "value", "target", "", "smallest to largest"]
    lines = [[row.measurement, row.what, f"{row.value:.3g} {row.unit}" if row.value < 1000 else f"{row.value:,.0f} {row.unit}",
              row.target, row.mark(), row.spread] for row in rows]
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(len(head))]
    show = lambda line: "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
    return "\n".join([show(head), "| " + " | ".join("-" * width for width in widths) + " |", *map(show, lines)])


def run_search(settings, name, report, database, cache, seed=1, executions=None, budget=60, jobs=2, strategy="genetic", options=()):
    """result.json of `reenact reproduce --strategy STRATEGY`, with the whole command's wall time as "seconds_total", its
    processor time, compilers included, as "cpu_total", and as "seconds_to_search" when its first search began. (What is built
    for a second search, with all calls, counts as "build" in result.json.)"""
    out = settings.folder(name, "out")
    command = [settings.program("reenact"), "reproduce", os.path.join(ROOT, report), "-p", database, "-o", out, "--cache", cache,
               "--seed", str(seed), "--budget", f"{budget}s", "--jobs", str(jobs), "--strategy", strategy, "--verbose", *options]
    if executions is not None:
        command += ["--max-executions", str(executions)]
    written = os.path.join(out, "result.json")
    if os.path.exists(written):
        os.remove(written)
    start, cpu = time.monotonic(), sum(os.times()[2:4])
    status = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace")
    seconds, cpu = time.monotonic() - start, sum(os.times()[2:4]) - cpu
    if not os.path.exists(written):
        raise Failure(f"{' '.join(command)}: exit status {status.returncode}\n  {status.stderr.strip()}")
    with open(written) as file:
        result = json.load(file)
    if result["status"] == "error":
        raise Failure(f"{' '.join(command)}: {result['error']}")
    began = re.search(r"^\[ *([0-9.]+)s\] search", status.stderr, re.MULTILINE)
    if began is None:
        raise Failure(f"{' '.join(command)}: no search began\n  {status.stderr.strip()}")
    return result | {"seconds_total": seconds, "cpu_total": cpu, "exit_status": status.returncode, "seconds_to_search": float(began[1])}
