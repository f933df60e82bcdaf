"""explore.py [CRASH UNIT]: writes a suite for a class of a small library, or for UNIT of that crash's library, builds it as a user would,
runs it, and reads the crashes' reports back; exit 77 (skipped) if the source cannot be had."""
import glob, json, os, subprocess, sys, tempfile

import project

HEADER = """#pragma once
#include <stdexcept>
#include <string>
#include <vector>
namespace bank {
class Account {
 public:
  explicit Account(int limit) : limit_(limit) {}
  /// "deposit 12", "withdraw 3"; false if it is not understood. Throws std::out_of_range behind the limit.
  bool execute(const std::string& command);
  int balance() const { return balance_; }
  const char* state() const;
 private:
  int limit_, balance_ = 0;
};
}
namespace other { class Account { public: int id() const; }; }
"""
SOURCE = """#include "account.h"
#include <cassert>
#include <cstdlib>
namespace bank {
class Journal {   // of no header: the public reaches it by execute()
 public:
  int note(const std::string& command) { return command.empty() ? 0 : ++notes_; }
 private:
  int notes_ = 0;
};
bool Account::execute(const std::string& command) {
  Journal().note(command);
  if (command.compare(0, 8, "deposit ") == 0) {
    const int sum = std::atoi(command.c_str() + 8);
    if (sum > limit_) throw std::out_of_range("too much");
    balance_ += sum;
    return true;
  }
  if (command.compare(0, 9, "withdraw ") == 0) {
    const int sum = std::atoi(command.c_str() + 9);
    assert(sum != 4711);
    balance_ -= sum;
    return true;
  }
  return false;
}
const char* Account::state() const { return balance_ > 0 ? "plus" : balance_ < 0 ? "minus" : "zero"; }
}
namespace other { int Account::id() const { return 7; } }
"""


def database_of_small_library(folder):
    project.write(folder, "account.h", HEADER)
    project.write(folder, "account.cpp", SOURCE)
    project.write(folder, "compile_commands.json", json.dumps(
        [{"directory": folder, "file": "account.cpp", "arguments": ["clang++-19", "-std=c++17", "-c", "account.cpp", "-o", "account.o"]}]))
    return folder


def explore(unit, database, out, cache, status=0, budget="20s"):
    return subprocess.run([project.REENACT, "explore", unit, "-p", database, "-o", out, "--cache", cache, "--budget", budget, "--verbose"],
                          capture_output=True, text=True, errors="replace")


with tempfile.TemporaryDirectory() as work:
    out, cache = os.path.join(work, "out"), os.path.join(work, "cache")
    if len(sys.argv) > 1:
        database, unit = project.fetch(sys.argv[1]), sys.argv[2]
    else:
        database, unit = database_of_small_library(os.path.join(work, "library")), "bank::Account"
        ambiguous = explore("Account", database, out, cache)
        assert ambiguous.returncode == 2 and "bank::Account\n  other::Account" in ambiguous.stderr, ambiguous.stderr
        unknown = explore("Acount", database, out, cache)
        assert unknown.returncode == 2 and "nearest names" in unknown.stderr, unknown.stderr
        hidden = explore("Journal", database, out, cache, budget="2s")
        assert hidden.returncode == 0 and "bank::Journal: " in hidden.stdout, hidden.stdout + hidden.stderr
        with open(os.path.join(out, "suite_test.cpp")) as file:
            assert "execute(" in file.read()
    told = explore(unit, database, out, cache)
    print(told.stdout, told.stderr, sep="\n")
    assert told.returncode == 0, told.returncode
    with open(os.path.join(out, "explore.json")) as file:
        result = json.load(file)
    with open(os.path.join(out, "suite_test.cpp")) as file:
        suite = file.read()
    print(suite)
    assert suite.count("TEST(") == result["tests"] > 0
    assert result["assertions"] > 0 and "EXPECT_" in suite
    assert sum(each["lines_covered"] for each in result["coverage"]) > 0, result["coverage"]
    assert os.path.exists(os.path.join(out, "coverage", "index.html"))
    project.run(["cmake", "-S", out, "-B", os.path.join(work, "built")])
    project.run(["cmake", "--build", os.path.join(work, "built")])
    for _ in range(3):
        project.run([os.path.join(work, "built", "suite_test")])
    for report in glob.glob(os.path.join(out, "*_crash.txt")):
        project.run([project.REENACT, "parse", report])
        assert os.path.exists(report.replace("_crash.txt", "_crash_test.cpp")), report
    if len(sys.argv) == 1:
        own = result["coverage"][0]
        # All but the way to the failed assertion, which is a crash and no test of the suite, and what clang's own compiler
        # makes no branch of: which text state() returns is a selection.
        assert own["branches"] - own["branches_covered"] <= 4, own
        assert own["lines"] - own["lines_covered"] <= 1, own
        assert any("sum != 4711" in each["description"] for each in result["crashes"]), result["crashes"]
        assert "EXPECT_THROW" in suite and 'EXPECT_STREQ' in suite, "exceptions and texts are asserted"
