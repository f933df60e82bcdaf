"""The table of the search's options in docs/methods/evocrash.md is what `reenact reproduce --help-search` prints.

search_options_table.py [--write]: --write puts the table there.
"""
import os, re, subprocess, sys

source = os.environ.get("REENACT_SOURCE", os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
engine = os.environ.get("REENACT", os.path.join(source, "build", "reenact"))
document = os.path.join(source, "docs", "methods", "evocrash.md")
BEGIN, END = "<!-- options: reenact reproduce --help-search -->\n", "<!-- end of options -->\n"


def table():
    text = subprocess.run([engine, "reproduce", "--help-search"], check=True, capture_output=True, text=True).stdout
    rows = ["| option | default | what for | group |", "| --- | --- | --- | --- |"]
    group = ""
    for line in text.splitlines()[1:]:
        option = re.match(r"  (--\S+)\s+\[([^\]]*)\] (.*)", line)
        if option:
            rows.append(f"| `{option.group(1)}` | {option.group(2)} | {option.group(3)} | {group} |")
        elif line.strip():
            group = line.rstrip(":").replace("--strategy ", "")
    if len(rows) < 20:
        raise SystemExit(f"too few options were read:\n{text}")
    return "\n".join(rows) + "\n"


with open(document) as file:
    text = file.read()
before, rest = text.split(BEGIN)
shown, after = rest.split(END)
if "--write" in sys.argv:
    text = before + BEGIN + table() + END + after
    with open(document, "w") as file:
        file.write(text)
elif shown != table():
    raise SystemExit(f"{document}: the table is not what --help-search prints\n  next step: tests/search_options_table.py --write")
