"""The cache: a changed library is linked anew, warm and cold runs find the same test, and `reenact cache` shows and trims."""
import json, os, re, subprocess, tempfile

from project import REENACT, run, write

HEADER = """#pragma once
#include <memory>
namespace shop {
class Price { public: explicit Price(int cents); int cents() const { return cents_; } private: int cents_; };
class Basket {
 public:
  /// Takes the price over.
  void add(std::unique_ptr<Price> price);
  unsigned total() const { return total_; }
 private:
  unsigned total_ = 0, count_ = 0;
};
int checked(int number);
}
"""
SOURCE = """#include "shop.h"
extern "C" int limit(void);
namespace shop {
Price::Price(int cents) : cents_(cents) {}
void Basket::add(std::unique_ptr<Price> price) {
  total_ += static_cast<unsigned>(price->cents());
  if (++count_ == 3 && total_ * 2654435761u == 12345u)
    *(volatile int*)0 = 1;
}
int checked(int number) {
  if (limit() > 5)
    return *(volatile int*)0;
  return number;
}
}
"""
REPORT = "Program received signal SIGSEGV, Segmentation fault.\n#0  0x1 in {} (number=1) at shop.cpp:{}\n#1  0x2 in main () at m.cc:1\n"


def library(folder, limit):
    source = write(folder, "limit.c", f"int limit(void) {{ return {limit}; }}\n")
    run(["gcc", "-c", source, "-o", f"{folder}/limit.o"])
    run(["ar", "rcs", f"{folder}/liblimit.a", f"{folder}/limit.o"])


def search(folder, report, cache, status, *options):
    command = [REENACT, "reproduce", report, "-p", f"{folder}/project", "-o", f"{folder}/out", "--cache", cache, "--link", f"{folder}/liblimit.a",
               "--seed", "5", "--jobs", "1", "--budget", "10m", "--strategy", "genetic", *options]
    run(command, status)
    with open(f"{folder}/out/result.json") as file, open(f"{folder}/out/crash_test.cpp") as test:
        return json.load(file), test.read()


def cache(folder, *arguments, status=0):
    return run([REENACT, "cache", *arguments, "--cache", f"{folder}/cache"], status)


with tempfile.TemporaryDirectory(prefix="a cache, with a comma ") as folder:
    write(f"{folder}/project", "shop.h", HEADER)
    write(f"{folder}/project", "shop.cpp", SOURCE)
    write(f"{folder}/project", "compile_commands.json", json.dumps([{"directory": f"{folder}/project", "file": "shop.cpp", "command": "g++ -c shop.cpp"}]))
    line = SOURCE.splitlines().index("    *(volatile int*)0 = 1;") + 1
    hard = write(folder, "hard.txt", REPORT.format("shop::Basket::add(std::unique_ptr<shop::Price>)", line))
    easy = write(folder, "easy.txt", REPORT.format("shop::checked(int)", line + 4))

    # What a parameter takes over is known to a warm run as well: both make the same tests.
    library(folder, 1)
    cold, warm = (search(folder, hard, f"{folder}/cache", 1, "--max-executions", "3000") for _ in range(2))
    assert "std::unique_ptr" in cold[1] or "make_unique" in cold[1], cold[1]
    assert cold[1] == warm[1] and cold[0]["fitness"] == warm[0]["fitness"], f"{cold[1]}\n{warm[1]}"

    # A static library is a part of the worker.
    search(folder, easy, f"{folder}/cache", 1, "--max-executions", "500")
    library(folder, 9)
    assert search(folder, easy, f"{folder}/cache", 0)[0]["status"] == "reproduced"

    shown = json.loads(cache(folder, "--json"))
    kinds = {each["kind"]: each for each in shown["builds"]}
    assert {"instrumented", "clean", "worker"} <= set(kinds) and all(each["project"] == os.path.realpath(f"{folder}/project") for each in shown["builds"]), shown
    assert kinds["worker"]["builds"] >= 3 and shown["bytes"] == sum(each["bytes"] for each in shown["builds"]) > 0, shown
    told = cache(folder)
    assert "more than 10.0 GB is removed" in told and re.search(r"worker +\d+ builds", told) and "last used just now" in told, told
    assert "0 builds removed" in cache(folder, "trim"), "it is not too large"
    half = cache(folder, "trim", "--to", str(shown["bytes"] // 2))
    after = json.loads(cache(folder, "--json"))
    assert 0 < after["bytes"] <= shown["bytes"] // 2, f"{half}\n{after}"
    assert cache(folder, "clear").endswith("; 0 bytes left\n") and json.loads(cache(folder, "--json"))["builds"] == []
    assert search(folder, easy, f"{folder}/cache", 0)[0]["status"] == "reproduced"

    # A search that begins keeps it small.
    os.environ["REENACT_CACHE_SIZE"] = "1K"
    os.utime(f"{folder}/cache/measured", (0, 0))
    done = subprocess.run([REENACT, "reproduce", easy, "-p", f"{folder}/project", "-o", f"{folder}/out", "--cache", f"{folder}/cache", "--link",
                           f"{folder}/liblimit.a", "--seed", "5"], capture_output=True, text=True)
    assert done.returncode == 0 and "builds removed that were not used for the longest time" in done.stderr, done.stderr
