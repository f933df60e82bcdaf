"""scripts/fetch-subject tells a source that cannot be had (3: tests are skipped) from a recipe that fails (4: they are not)."""
import os, shutil, subprocess, tempfile

source = os.environ["REENACT_SOURCE"]
GOOD = 'mkdir -p "$BUILD/build" && echo "[]" >"$BUILD/build/compile_commands.json"\n'
RECIPES = {
    "good": (0, GOOD, ""),
    "not-to-be-had": (3, "debian_source nothing\n" + GOOD, "fetch-subject: the source of not-to-be-had cannot be had\n"),
    "broken": (4, 'cmake_project "$SOURCES/nothing"\n' + GOOD, "fetch-subject: the source of broken cannot be configured\n"),
    "without-database": (4, "true\n", "fetch-subject: without-database left no compile_commands.json\n"),
}


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    os.chmod(path, 0o755)


with tempfile.TemporaryDirectory() as folder:
    for part in ("scripts/fetch-subject", "crashpack/recipes.sh"):
        os.makedirs(os.path.dirname(f"{folder}/{part}"), exist_ok=True)
        shutil.copy(f"{source}/{part}", f"{folder}/{part}")
    write(f"{folder}/bin/apt-get", "#!/bin/sh\nexit 100\n")
    environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}", "REENACT_CRASHPACK_CACHE": f"{folder}/cache"}
    for name, (status, recipe, told) in RECIPES.items():
        write(f"{folder}/crashpack/{name}/subject.sh", 'source "$(dirname "$0")/../recipes.sh"\n' + recipe)
        done = subprocess.run([f"{folder}/scripts/fetch-subject", name], capture_output=True, text=True, env=environment)
        assert done.returncode == status and done.stderr.endswith(told), f"{name}: {done}"
        assert done.stdout == (f"{folder}/cache/{name}/build\n" if status == 0 else ""), f"{name}: {done}"
