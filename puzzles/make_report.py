#!/usr/bin/env python3
"""usage: puzzles/make_report.py NAME ...

Builds a puzzle's subject with its crashing program (user.c or user.cpp), runs it as expected.json's "report" says and
writes what it printed to report.txt: "asan" and "ubsan" under that sanitizer, "ubsan_headline" without the stack trace
(UBSan's default), "gdb" with gdb's backtrace (without the arguments' values, which would give the puzzle away),
"gdb_values" with them, "gdb_bare" the backtrace alone, "lldb" with lldb's, "valgrind" under Memcheck, "plain" as it is,
"backtrace" with a handler of signals that prints what glibc's backtrace_symbols() says. Of a bare backtrace "report_from" names the first
frame that is shown; "report_frames" says how many gdb is asked for (`bt 25`), "report_outermost" how many more from the other end
(`bt -2`). "report_compiler" is another compiler for the
crashed program: "gcc"; "report_link" names libraries that it links.
The crashing program takes the path to the crash only; it must not call anything hostile.
"""
import os, re, subprocess, sys, tempfile

import puzzle

SANITIZER = {"asan": ["-fsanitize=address"], "ubsan": ["-fsanitize=undefined"], "ubsan_headline": ["-fsanitize=undefined"], "gdb": [], "gdb_values": [], "gdb_bare": [], "lldb": [], "valgrind": [], "plain": [], "backtrace": ["-rdynamic"]}
HANDLER = """#include <execinfo.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
static void on_crash(int signal) {
  void *frames[64];
  fprintf(stderr, "Error: signal %d:\\n", signal);
  backtrace_symbols_fd(frames, backtrace(frames, 64), 2);
  _exit(1);
}
__attribute__((constructor)) static void install(void) {
  const int deadly[] = {SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL};
  for (unsigned i = 0; i < sizeof deadly / sizeof *deadly; ++i) signal(deadly[i], on_crash);
}
"""


def compiler_of(folder, source):
    return puzzle.compiler_of(source, puzzle.expected_of(folder).get("report_compiler") == "gcc")


def build(folder, program, how):
    flags = ["-gdwarf-4" if how == "valgrind" else "-g", "-fno-omit-frame-pointer", f"-ffile-prefix-map={folder}/="]
    if puzzle.expected_of(folder).get("report_compiler") != "gcc":
        flags.append("-fdebug-compilation-dir=.")
    flags += SANITIZER[how] + puzzle.expected_of(folder).get("flags", []) + puzzle.expected_of(folder).get("report_flags", [])
    objects = []
    for source in puzzle.sources_of(folder) + [puzzle.crashing_program_of(folder)]:
        if source in puzzle.CHECKS:
            continue
        objects.append(f"{program}-{source}.o")
        subprocess.run(compiler_of(folder, source) + flags + ["-c", source, "-o", objects[-1]], cwd=folder, check=True)
    if how == "backtrace":
        objects.append(f"{program}-handler.o")
        subprocess.run(["clang-19", "-x", "c", "-", "-c", "-o", objects[-1]], input=HANDLER, text=True, check=True)
    libraries = ["-pthread"] + puzzle.expected_of(folder).get("report_link", [])
    subprocess.run(compiler_of(folder, "x.cpp")[:1] + SANITIZER[how] + objects + libraries + ["-o", program], check=True)


def output_of(folder, program, how):
    command = [program]
    if how.startswith("gdb"):
        shown = "scalars" if how == "gdb_values" else "none"
        expected = puzzle.expected_of(folder)
        traces = [f"bt {expected.get('report_frames', '')}".strip()]
        if "report_outermost" in expected:
            traces.append(f"bt -{expected['report_outermost']}")
        command = puzzle.gdb_command([program], shown, traces)
    if how == "lldb":
        command = ["lldb-19", "-b", "-o", "run", "-k", "bt", program]
    if how == "valgrind":
        command = ["valgrind", program]
    environment = puzzle.sanitizers_environment(has_stack=how != "ubsan_headline")
    done = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)
    return done.stdout.decode(errors="replace")


def without_machine(text, folder, program):
    """Bare file names instead of this machine's paths; nothing else changes."""
    text = text.replace(folder + "/", "").replace(program, "app").replace(" ./", " ")
    lines = [line for line in text.splitlines() if not re.match(r"\[Thread debugging|Using host libthread_db|warning: ", line)]
    return "\n".join(lines).strip("\n") + "\n"


def bare(text, first):
    """The frames alone, from number `first` on: what is left of a session when only its end is pasted."""
    frames = [line for line in text.splitlines() if re.match(r"#\d", line) and int(line[1:].split()[0]) >= first]
    return "\n".join(frames) + "\n"


def main():
    for name in sys.argv[1:] or sys.exit(__doc__):
        folder = os.path.join(puzzle.FOLDER, name.rstrip("/"))
        how = puzzle.expected_of(folder)["report"]
        with tempfile.TemporaryDirectory() as work:
            program = os.path.join(work, "app")
            build(folder, program, how)
            text = without_machine(output_of(folder, program, how), folder, program)
        if how == "gdb_bare":
            text = bare(text, puzzle.expected_of(folder).get("report_from", 0))
        issue = os.path.join(folder, "issue.md")   # what a user wrote around it
        if os.path.exists(issue):
            with open(issue) as file:
                text = file.read().replace("REPORT\n", text)
        with open(os.path.join(folder, "report.txt"), "w") as file:
            file.write(text)
        print(f"== {name}\n{text}")


main()
