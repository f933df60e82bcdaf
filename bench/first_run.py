"""What a new user waits for: from a report to the verified test with an empty cache, beside the project's own build."""
import concurrent.futures, json, os, shlex, shutil, subprocess, time

from common import Failure, Row, development_crashes, fetch, median, run_search, say, spread

JOBS = 2


def own_build(database, out):
    """Seconds of wall and processor time that the commands of the compilation database take, as they stand there; what they make
    goes to `out`. A command that fails counts with the time it took."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    with open(os.path.join(database, "compile_commands.json")) as file:
        entries = json.load(file)

    def one(job):
        number, entry = job
        words = entry.get("arguments") or shlex.split(entry["command"])
        if "-o" in words:
            at = words.index("-o")
            words = words[:at] + words[at + 2:]
        subprocess.run([*words, "-o", os.path.join(out, f"{number}.o")], cwd=entry["directory"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    start, cpu = time.monotonic(), sum(os.times()[2:4])
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(one, enumerate(entries)))
    return time.monotonic() - start, sum(os.times()[2:4]) - cpu


def measure(settings):
    crashes = development_crashes()
    if settings.quick:
        crashes = crashes[::6]
    more, more_cpu, verified = {}, {}, 0
    say("| crash | own build, s | report to test, s | own build, processor s | report to test, processor s | phases, s |")
    say("| --- | --- | --- | --- | --- | --- |")
    for crash in crashes:
        try:
            database = fetch(crash)
            own, own_cpu = own_build(database, settings.folder("first-run", "own"))
            cache = settings.folder("first-run", "cache")
            shutil.rmtree(cache)
            result = run_search(settings, "first-run", os.path.join("crashpack", crash, "report.txt"), database, cache, jobs=JOBS)
        except Failure as failure:
            say(f"first run: {crash} left out: {failure}")
            continue
        if result["exit_status"] != 0:
            say(f"| {crash} | {own:.1f} | not reproduced ({result['seconds_total']:.1f}) | {own_cpu:.1f} | {result['cpu_total']:.1f} | |")
            continue
        verified += 1
        more[crash], more_cpu[crash] = result["seconds_total"] - own, result["cpu_total"] - own_cpu
        phases = ", ".join(f"{name} {took:.1f}" for name, took in result["seconds"].items())
        say(f"| {crash} | {own:.1f} | {result['seconds_total']:.1f} | {own_cpu:.1f} | {result['cpu_total']:.1f} | {phases} |")
    if not more:
        raise Failure("no crash was reproduced")
    worst = max(more, key=more.get)
    return [Row("first", f"report to verified test, empty cache, less the project's own build, {verified} of {len(crashes)} crashes, median", median(more.values()), "s", "≤ 15", spread(list(more.values()))),
            Row("first", f"the same, the longest ({worst})", more[worst], "s", "≤ 15"),
            Row("first", "the same in processor time, all processes, median", median(more_cpu.values()), "s", "", spread(list(more_cpu.values())))]
