"""Every path named in `backquotes` in the overview documents exists."""
import os, re

source = os.environ["REENACT_SOURCE"]
missing = []
for document in ["README.md", "docs/architecture.md", "docs/methods/evocrash.md", "docs/methods/bbc.md", "docs/methods/beacon.md", "docs/studies/beacon.md",
                 "docs/study.md", "CONTRIBUTING.md"]:
    with open(os.path.join(source, document)) as file:
        for name in re.findall(r"`([a-z_.]+(?:/[A-Za-z0-9_.-]*)+)`", file.read()):
            if name.startswith(("build/", "reenact-out/", "lib/")) or "/ID/" in name:
                continue
            if not any(os.path.exists(os.path.join(source, folder, name)) for folder in ("", "src")):
                missing.append(f"{document}: {name}")
if missing:
    raise SystemExit("named, but not there:\n" + "\n".join(missing))
