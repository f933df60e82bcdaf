"""Peak resident memory of the engine's process on a subject of 100,000 lines; compilers and workers are not counted."""
import os, shutil, subprocess, time

from common import Failure, Row, say
from large_subject import write_subject

LINES = 100_000


def high_water(process):
    """The largest VmHWM (KiB) seen while the process lived; the kernel forgets it when the process ends."""
    most = 0
    while process.poll() is None:
        try:
            with open(f"/proc/{process.pid}/status") as file:
                for line in file:
                    if line.startswith("VmHWM:"):
                        most = max(most, int(line.split()[1]))
        except OSError:
            pass
        time.sleep(0.02)
    return most


def measure(settings):
    lines_wanted = LINES // 5 if settings.quick else LINES
    database, report, lines = write_subject(settings.folder("large", str(lines_wanted)), lines_wanted)
    cache = settings.folder("large-cache")
    shutil.rmtree(cache)
    rows = []
    for what in ("cold cache", "warm cache"):
        say(f"memory: {lines} lines, {what}")
        out = settings.folder("large", "out")
        command = [settings.program("reenact"), "reproduce", report, "-p", database, "-o", out, "--cache", cache,
                   "--max-executions", "200000", "--jobs", "2"]
        start = time.monotonic()
        with open(os.path.join(out, "log"), "w") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
            most = high_water(process)
        if process.returncode not in (0, 1):
            with open(os.path.join(out, "log")) as log:
                raise Failure(f"reenact: exit status {process.returncode}\n  {log.read()[-2000:]}")
        rows.append(Row("memory", f"peak of the engine, {lines:,} lines, {what}", most / 1024, "MB", "< 500"))
        rows.append(Row("memory", f"its wall time, {what}", time.monotonic() - start, "s"))
    return rows
