"""Every path, name and option in `backquotes` in the documents exists."""
import glob, os, re

source = os.environ["REENACT_SOURCE"]
DOCUMENTS = ["README.md", "CONTRIBUTING.md"] + sorted(glob.glob("docs/**/*.md", root_dir=source, recursive=True))
FOREIGN = ("build/", "reenact-out/", "lib/", "yaml-cpp/")   # made on the way, or of a subject


def words_of_sources():
    words = set()
    for pattern in ("src/**/*.[ch]*", "evolve/include/**/*.h", "scripts/*", "tests/*.py", "tests/CMakeLists.txt", "cmake/*"):
        for name in glob.glob(pattern, root_dir=source, recursive=True):
            path = os.path.join(source, name)
            if os.path.isfile(path):
                with open(path, errors="replace") as file:
                    text = file.read()
                words.update(re.findall(r"--[a-z][a-z-]+|[A-Za-z_]\w+", text))
                for toggle in re.findall(r'\.toggle\("([a-z-]+)"', text):    # src/base/declare.h
                    words.update((f"--{toggle}", f"--no-{toggle}"))
    return words


def is_there(path):
    return any(os.path.exists(os.path.join(source, folder, path)) for folder in ("", "src"))


known = words_of_sources()
missing = []
for document in DOCUMENTS:
    with open(os.path.join(source, document)) as file:
        text = re.sub(r"```.*?```", "", file.read(), flags=re.S)
    for quoted in re.findall(r"`([^`\n]+)`", text):
        if re.fullmatch(r"[a-z_.]+(?:/[A-Za-z0-9_.-]*)+", quoted):
            if not quoted.startswith(FOREIGN) and "/ID/" not in quoted and not is_there(quoted):
                missing.append(f"{document}: {quoted}")
        elif re.fullmatch(r"[A-Za-z]\w*_\w+|[a-z]+_\w+", quoted):    # names of code: snake_case
            if quoted not in known:
                missing.append(f"{document}: {quoted}")
        else:
            missing += [f"{document}: {option}" for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", quoted)
                        if quoted.startswith(("--", "reenact ")) and option not in known]
if missing:
    raise SystemExit("named, but not there:\n" + "\n".join(missing))
