"""What STAR needs beside a search: memory, and bitcode of the project beside its first build."""
import os, shutil, subprocess

from common import ROOT, Failure, Row, development_crashes, fetch, median, run_search, say, spread
from memory import high_water

BUDGET = 20  # s of search


def explain(settings, report, database, cache):
    """Processor time of `reenact explain`, compilers included."""
    command = [settings.program("reenact"), "explain", os.path.join(ROOT, report), "-p", database, "--cache", cache, "--enough", "1", "--jobs", "1",
               "--backward-seconds", "1"]
    before = sum(os.times()[2:4])
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    if done.returncode not in (0, 1):
        raise Failure(f"{' '.join(command)}: exit status {done.returncode}\n  {done.stderr.strip()[-500:]}")
    return sum(os.times()[2:4]) - before


def peak(settings, report, database, cache):
    """The largest memory of the engine's process in a search of STAR alone, in MB."""
    command = [settings.program("reenact"), "reproduce", os.path.join(ROOT, report), "-p", database, "--cache", cache, "--strategy", "star",
               "--budget", f"{BUDGET}s", "--jobs", "1", "-o", settings.folder("star", "out")]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return high_water(process) / 1024


def measure(settings):
    crashes = development_crashes()
    if settings.quick:
        crashes = crashes[::6]
    shares, peaks = {}, {}
    say("| crash | first build, processor s | bitcode, processor s | largest memory of STAR alone, MB |")
    say("| --- | --- | --- | --- |")
    for crash in crashes:
        report = os.path.join("crashpack", crash, "report.txt")
        try:
            database = fetch(crash)
            cache = settings.folder("star", "cache")
            shutil.rmtree(cache)
            first = run_search(settings, "star", report, database, cache, executions=1, jobs=1, strategy="random")["cpu_total"]
            # The second time it is only explained.
            bitcode = explain(settings, report, database, cache) - explain(settings, report, database, cache)
            peaks[crash] = peak(settings, report, database, cache)
        except Failure as failure:
            say(f"star: {crash} left out: {failure}")
            continue
        shares[crash] = bitcode / first
        say(f"| {crash} | {first:.1f} | {bitcode:.1f} | {peaks[crash]:.0f} |")
    if not shares:
        raise Failure("no crash was explained")
    most, largest = max(shares, key=shares.get), max(peaks, key=peaks.get)
    return [Row("star", f"bitcode / first build (one test, nothing verified), processor time, {len(shares)} crashes, median", median(shares.values()), "x",
                "≤ 0.33", spread(list(shares.values()))),
            Row("star", f"the same, the largest ({most})", shares[most], "x", "≤ 0.33"),
            Row("star", f"largest memory of the engine, STAR alone for {BUDGET} s ({largest})", peaks[largest], "MB", "< 2000", spread(list(peaks.values())))]
