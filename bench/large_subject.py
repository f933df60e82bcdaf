"""Writes a C++ library of a wanted size with a crash in it: classes of methods with branches, loops and calls, the same
for the same size. Used where a real library of 100,000 lines would have to be fetched."""
import json, os

METHODS = 24   # per class; a class is one unit and one header
PUBLIC = 8     # of them


def method(unit, number):
    """One method: about 38 lines. It calls one of its class and one of the class before it, so that call chains are deep."""
    n = unit * METHODS + number
    lines = [
        f"int Node{unit}::step{number}(const std::string& text, int value, std::vector<int>& out) {{",
        "  int sum = total_;",
        f"  if (value < {n % 97}) {{",
        f"    sum += value * {n % 13 + 2};",
        f"  }} else if (value == {n}) {{",
        "    sum -= value;",
        "    out.push_back(sum);",
        "  } else {",
        "    sum ^= value;",
        "  }",
        "  for (std::size_t i = 0; i < text.size(); ++i) {",
        "    switch (text[i]) {",
        f"      case '{chr(97 + n % 26)}':",
        f"        sum += {n % 31};",
        "        break;",
        f"      case '{chr(65 + n % 26)}':",
        "        sum *= 3;",
        "        break;",
        "      case ':':",
        "        out.push_back(static_cast<int>(i));",
        "        break;",
        "      default:",
        "        sum ^= text[i];",
        "        break;",
        "    }",
        "  }",
        f"  if (text == \"key{n}\") {{",
        f"    names_[text] = sum;",
        "  }",
        f"  if (value > {n % 50} && names_.size() > 2) {{",
        f"    sum += step{(number + 1) % METHODS}(text.substr(1), value - {n % 7 + 1}, out);",
        "  }",
    ]
    if unit > 0:
        lines += [f"  if (sum % {n % 5 + 2} == 0 && value > 3) {{",
                  f"    Node{unit - 1} next(value);",
                  f"    sum += next.step{number % PUBLIC}(text, value / 2, out);",
                  "  }"]
    elif number == 0:
        lines += ["  assert(value != 42 || text != \"open\");"]
    return lines + ["  total_ = sum;", "  return sum;", "}", ""]


def declaration(number):
    return f"  int step{number}(const std::string& text, int value, std::vector<int>& out);"


def header(unit):
    return ["#pragma once", "#include <map>", "#include <string>", "#include <vector>", "",
            f"class Node{unit} {{", " public:", f"  explicit Node{unit}(int start) : total_(start) {{}}",
            *[declaration(i) for i in range(PUBLIC)], "  int total() const { return total_; }", "", " private:",
            *[declaration(i) for i in range(PUBLIC, METHODS)], "  int total_;", "  std::map<std::string, int> names_;", "};"]


def source(unit):
    lines = [f'#include "node{unit}.h"', "#include <cassert>"]
    if unit > 0:
        lines.append(f'#include "node{unit - 1}.h"')
    for number in range(METHODS):
        lines += [""] + method(unit, number)
    return lines


def write_subject(folder, least_lines):
    """Returns the folder with compile_commands.json, the report's path, and the number of lines written."""
    os.makedirs(folder, exist_ok=True)
    lines, unit, commands, assertion = 0, 0, [], 0
    while lines < least_lines:
        for name, text in [(f"node{unit}.h", header(unit)), (f"node{unit}.cpp", source(unit))]:
            if name == "node0.cpp":
                assertion = next(i for i, line in enumerate(text, 1) if "assert(" in line)
            path = os.path.join(folder, name)
            content = "\n".join(text) + "\n"
            lines += len(text)
            # Unchanged files keep their time, and the engine's cache its units.
            if not os.path.exists(path) or open(path).read() != content:
                with open(path, "w") as file:
                    file.write(content)
        commands.append({"directory": folder, "file": f"node{unit}.cpp", "arguments": ["clang++-19", "-std=c++17", "-O0", "-c", f"node{unit}.cpp"]})
        unit += 1
    with open(os.path.join(folder, "compile_commands.json"), "w") as file:
        json.dump(commands, file)
    report = os.path.join(folder, "report.txt")
    with open(report, "w") as file:
        file.write(f"a.out: node0.cpp:{assertion}: int Node0::step0(const std::string &, int, std::vector<int> &): "
                   "Assertion `value != 42 || text != \"open\"' failed.\n\nProgram received signal SIGABRT, Aborted.\n"
                   f"#0  Node0::step0 (this=0x7ffd10, text=..., value=42, out=...) at node0.cpp:{assertion}\n")
    return folder, report, lines
