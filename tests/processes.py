"""Which processes have to do with a folder."""
import os, time


def about(folder):
    """'PID: command line' of all but ourselves that run, or were told about, anything below `folder`."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                words = file.read().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if folder in words and int(pid) != os.getpid():    # a zombie's is empty
            found.append(f"{pid}: {words}")
    return found


def left_behind(folder):
    """The same, once there are none or ten seconds are over: the kernel ends a worker's child when the worker is gone."""
    for _ in range(100):
        if not about(folder):
            break
        time.sleep(0.1)
    return about(folder)
