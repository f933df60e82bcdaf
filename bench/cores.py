"""What two processors do at once, beside what one does alone: the most that a second job can bring on this machine."""
import concurrent.futures

from common import Row, median, run_json, spread

WHAT = {"arithmetic": "arithmetic", "faults": "first accesses to fresh pages", "processes": "new processes"}


def measure(settings):
    program, other = settings.program("cores"), 0 if settings.core else 1
    rows = []
    for what, words in WHAT.items():
        ratios, rates = [], []
        for _ in range(settings.repeats):
            alone = run_json([program, what], settings.core)["rate"]
            with concurrent.futures.ThreadPoolExecutor(2) as both:
                together = sum(each["rate"] for each in both.map(lambda core: run_json([program, what], core), (settings.core, other)))
            ratios.append(together / alone)
            rates.append(alone)
        rows.append(Row("cores", f"{words}, two programs on two processors / one alone", median(ratios), "x", "", spread(ratios)))
        if what == "processes":
            rows.append(Row("cores", "new processes of one program alone", median(rates), "a second", "", spread(rates)))
    return rows
