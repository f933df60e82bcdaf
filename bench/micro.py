"""The engine's own operations one by one (bench/micro.cpp), by Google Benchmark."""
import json

from common import Row, run

NANOSECONDS = {"ns": 1, "us": 1e3, "ms": 1e6}


def measure(settings):
    text = run([settings.program("micro"), "--benchmark_format=json", f"--benchmark_repetitions={settings.repeats}",
                "--benchmark_report_aggregates_only=true", f"--benchmark_min_time={0.1 if settings.quick else 0.5}"], settings.core)
    rows = []
    for each in json.loads(text)["benchmarks"]:
        if each["aggregate_name"] == "median":
            rows.append(Row("micro", each["run_name"], each["cpu_time"] * NANOSECONDS[each["time_unit"]], "ns"))
    return rows
