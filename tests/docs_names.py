"""Every path, name, option and link in the documents exists: README, CONTRIBUTING and all below docs/, docs/ideas/ included.

Paths, options and names of code are those in `backquotes`. A name may also be one that the page's own example, an indented
block, introduces, or one of a puzzle.
"""
import glob, os, re

source = os.environ["REENACT_SOURCE"]
DOCUMENTS = ["README.md", "CONTRIBUTING.md"] + sorted(glob.glob("docs/**/*.md", root_dir=source, recursive=True))
FOREIGN = ("build/", "reenact-out/", "lib/", "yaml-cpp/")   # made on the way, or of a subject
SOURCES = ("src/**/*.[ch]*", "evolve/include/**/*.h", "scripts/*", "tests/*.py", "tests/CMakeLists.txt", "cmake/*", "puzzles/*/*.[ch]*")


def words_in(text):
    return set(re.findall(r"--[a-z][a-z-]+|[A-Za-z_]\w+", text))


def words_of_sources():
    words = set()
    for pattern in SOURCES:
        for found in glob.glob(pattern, root_dir=source, recursive=True):
            path = os.path.join(source, found)
            if os.path.isfile(path):
                with open(path, errors="replace") as file:
                    text = file.read()
                words |= words_in(text)
                for name in re.findall(r'toggle\(\s*"([a-z-]+)"', text):    # declared without its dashes
                    words |= {"--" + name, "--no-" + name}
    return words


def is_there(path):
    return any(os.path.exists(os.path.join(source, folder, path)) for folder in ("", "src"))


def broken_links(document, text):
    folder = os.path.dirname(os.path.join(source, document))
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, heading = link.partition("#")
        if re.match(r"\w+:", link):
            continue
        if path and not os.path.exists(os.path.join(folder, path)):
            yield link
        if not path and heading not in [re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-")
                                        for line in text.splitlines() if line.startswith("#")]:
            yield link


known = words_of_sources()
missing = []
for document in DOCUMENTS:
    with open(os.path.join(source, document)) as file:
        text = re.sub(r"```.*?```", "", file.read(), flags=re.S)
    missing += [f"{document}: {link}" for link in broken_links(document, text)]
    examples = words_in("\n".join(line for line in text.splitlines() if line.startswith("    ")))
    for quoted in re.findall(r"`([^`\n]+)`", text):
        if re.fullmatch(r"[a-z_.]+(?:/[A-Za-z0-9_.-]*)+", quoted):
            if not quoted.startswith(FOREIGN) and "/ID/" not in quoted and not is_there(quoted):
                missing.append(f"{document}: {quoted}")
        elif re.fullmatch(r"[A-Za-z]\w*_\w+|[a-z]+_\w+", quoted):    # names of code: snake_case
            if quoted not in known | examples:
                missing.append(f"{document}: {quoted}")
        else:
            missing += [f"{document}: {option}" for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", quoted)
                        if quoted.startswith(("--", "reenact ")) and option not in known]
if len(DOCUMENTS) < 10 or not any(each.startswith("docs/ideas/") for each in DOCUMENTS):
    raise SystemExit("the documents were not found: " + ", ".join(DOCUMENTS))
if missing:
    raise SystemExit("named, but not there:\n" + "\n".join(missing))
