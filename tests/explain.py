"""reenact explain: what must hold at each frame, also of templates that only a test's calls compile; statuses and errors."""
import json, os, subprocess, sys, tempfile

sys.path.insert(0, os.path.join(os.environ["REENACT_SOURCE"], "puzzles"))
import puzzle

failures = []


def explain(name, *options, report_of=None):
    project = os.path.join(folder, name)
    if not os.path.exists(project):
        puzzle.copy_project(os.path.join(puzzle.FOLDER, name), project)
    report = os.path.join(puzzle.FOLDER, report_of or name, "report.txt")
    command = [os.environ["REENACT"], "explain", report, "-p", project, "--cache", os.path.join(folder, "cache"), *options]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder)


def expect(name, good, done):
    if not good:
        failures.append(f"{name}\n{done.stdout}{done.stderr}")


with tempfile.TemporaryDirectory() as folder:
    done = explain("star_temp_file")
    expect("four frames", done.returncode == 0 and "\nframe 4: " in done.stdout, done)
    done = explain("star_temp_file", "--frame", "2")
    expect("two of them", done.returncode == 0 and "\nframe 2: " in done.stdout and "\nframe 3: " not in done.stdout, done)
    done = explain("star_temp_file", "--json")
    expect("as JSON", len(json.loads(done.stdout)["frames"]) == 4, done)
    done = explain("template_of_a_reporters_type")
    expect("a template that no unit instantiates", done.returncode == 0 and "ahead + this->first_ >= 3u" in done.stdout, done)
    done = explain("never_dead_code")
    expect("it cannot crash there", done.returncode == 1 and "cannot crash there" in done.stdout, done)
    done = explain("star_keyword", report_of="star_temp_file")
    expect("another project", done.returncode == 2 and "the project has no function" in done.stderr, done)

print("\n\n".join(failures))
sys.exit(1 if failures else 0)
