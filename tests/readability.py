"""scripts/crashpack-readability counts what a reader would: calls that are written, unrelated classes, fetched values."""
import importlib.machinery, importlib.util, os, subprocess, sys, tempfile

sys.dont_write_bytecode = True
script = os.path.join(os.environ["REENACT_SOURCE"], "scripts", "crashpack-readability")
loader = importlib.machinery.SourceFileLoader("crashpack_readability", script)
readability = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(readability)
try:
    readability.clang().Index.create()
except Exception as error:   # the package is not installed
    print(f"skipped: {error}")
    sys.exit(77)

LIBRARY = """#include <string>
struct Options { int flags; std::string name; Options(int f) : flags(f) {} };
struct Parser { Parser(); int depth() const; void parse(const std::string& text, int depth = 0); };
struct Value { Value(int); };
struct Plain { int number; };
struct Base { virtual ~Base(); };
struct Derived : Base { Derived(); };
void use(const Value& value);
Parser operator+(const Parser&, int);
"""
TEST = """#include "library.h"
int main() {
  Parser parser;
  Options options(1);
  int depth = parser.depth();
  use(2);
  Plain plain;
  Derived derived;
  const auto again = [&] { parser.parse(options.name, depth); };
  again();
  (void)(parser + 1);
}
"""
with tempfile.TemporaryDirectory() as folder:
    library, source = os.path.join(folder, "library"), os.path.join(folder, "test.cpp")
    os.mkdir(library)
    readability.LIBRARIES = library
    for path, text in ((os.path.join(library, "library.h"), LIBRARY), (source, TEST)):
        with open(path, "w") as file:
            file.write(text)
    resources = subprocess.run(["clang-19", "-print-resource-dir"], capture_output=True, text=True).stdout.strip()
    unit = readability.Unit(source, ["-std=c++17", "-I" + library, "-resource-dir", resources])
    # `use(2)` makes a Value by a conversion that nobody wrote.
    calls = [each.referenced.spelling for each in unit.calls]
    assert calls == ["Parser", "Options", "depth", "use", "Derived", "parse", "operator+"], calls
    assert unit.statements == 10, unit.statements
    assert unit.fetched == 2, unit.fetched   # options.name, depth
    assert unit.classes_made() == {"Parser", "Options", "Plain", "Derived"}, unit.classes_made()
    assert unit.unrelated(unit.classes_of_call(unit.calls[-1]) | {"Base"}) == {"Options", "Plain"}
print("as a reader counts")
