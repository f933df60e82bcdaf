"""From start to a verified test on the easy crashes of crashpack/'s development half, and how long a warm start takes."""
import os

from common import Failure, Row, development_crashes, fetch, median, run_search, say, spread


def measure(settings):
    crashes = development_crashes("easy")
    if settings.quick:
        crashes = crashes[::3]
    seconds, cpu, starts, first_starts, verified, runs = [], [], [], [], 0, 0
    for crash in crashes:
        try:
            database = fetch(crash)
            cache = settings.folder("latency-cache")
            report = os.path.join("crashpack", crash, "report.txt")
            cold = run_search(settings, "latency", report, database, cache, executions=1)   # fills the cache
        except Failure as failure:
            say(f"latency: {crash} left out: {failure}")
            continue
        first_starts.append(cold["seconds_to_search"])
        for seed in range(1, (1 if settings.quick else 3) + 1):
            result = run_search(settings, "latency", report, database, cache, seed=seed)
            runs += 1
            starts.append(result["seconds"]["build"])  # what "seconds_to_search" rounds to a tenth
            ok = result["exit_status"] == 0
            verified += ok
            # A run that found nothing is slower than any that did: the median then says what it should.
            seconds.append(result["seconds_total"] if ok else float("inf"))
            cpu.append(result["cpu_total"] if ok else float("inf"))
            phases = ", ".join(f"{name} {took:.1f}" for name, took in result["seconds"].items())
            say(f"latency: {crash}, seed {seed}: {'verified' if ok else 'not verified'} after {result['seconds_total']:.1f} s ({phases}), "
                f"processor time {result['cpu_total']:.1f} s")
    if not runs:
        raise Failure("no easy crash could be run")
    return [Row("latency", f"start to verified test, {runs} runs of {len(first_starts)} easy crashes, median", median(seconds), "s", "< 10", spread(seconds)),
            Row("latency", "the same in processor time, all processes, median", median(cpu), "s", "", spread(cpu)),
            Row("latency", "share of them that was verified within 60 s", verified / runs, ""),
            Row("latency", "start to search, warm cache, median", median(starts), "s", "< 2", spread(starts)),
            Row("latency", "start to search, cold or partly warm cache, median", median(first_starts), "s", "", spread(first_starts))]
