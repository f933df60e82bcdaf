"""Every crash of crashpack/ has its files and fields, and is in the half that crashpack/README.md draws for it."""
import json, os, sys, zlib

PACK = os.path.join(os.environ["REENACT_SOURCE"], "crashpack")
ALLOWED = {
    "language": {"c", "c++"}, "theme": {"objects", "input"}, "half": {"development", "report"}, "drawn": {True, False},
    "dialect": {"asan", "ubsan", "valgrind", "gdb", "lldb", "assertion", "terminate", "issue"},
    "seen_by": {"address", "undefined", "valgrind", "gdb"}, "difficulty": {"easy", "medium", "hard"},
}
FIELDS = {"id", "library", "package", "kind", "signal_or_exception", "message", "crash_function", "frames", "sanitizer_needed", "defines", "source"}
OPTIONAL = {"link", "reproducer_flags"}


def faults(name):
    folder = os.path.join(PACK, name)
    for file in ("report.txt", "subject.sh", "crash.json"):
        if not os.path.exists(os.path.join(folder, file)):
            yield f"has no {file}"
            return
    with open(os.path.join(folder, "crash.json")) as file:
        crash = json.load(file)
    wanted = FIELDS | set(ALLOWED)
    for field in sorted(wanted ^ set(crash)):
        if field not in OPTIONAL:
            yield f'crash.json: "{field}" is {"missing" if field in wanted else "no field"}'
    for field, values in ALLOWED.items():
        if field in crash and crash[field] not in values:
            yield f'crash.json: "{field}" is {crash[field]!r}'
    if crash.get("id") != name:
        yield f'crash.json: "id" is {crash.get("id")!r}'
    half = "report" if crash.get("drawn") and zlib.crc32(name.encode()) % 8 else "development"
    if crash.get("half") != half:
        yield f"its half is {half}, not {crash.get('half')}"
    if crash.get("drawn") and not any(os.path.exists(os.path.join(folder, "reproducer" + end)) for end in (".c", ".cpp")):
        yield "has no reproducer"


names = sorted(each for each in os.listdir(PACK) if os.path.isdir(os.path.join(PACK, each)))
found = [f"{name}: {fault}" for name in names for fault in faults(name)]
print("\n".join(found) or f"{len(names)} crashes, all in order")
sys.exit(1 if found or not names else 0)
