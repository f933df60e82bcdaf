"""Which processes have to do with a folder, or come from one of ours."""
import ctypes, os, time


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


def patient(ask):
    """What `ask` finds once that is nothing or ten seconds are over: what was killed ends a little later."""
    for _ in range(100):
        if not ask():
            break
        time.sleep(0.1)
    return ask()


def left_behind(folder):
    return patient(lambda: about(folder))


def adopt_orphans():
    """From now on, whatever a process of ours has started becomes our child when its own parents have ended."""
    pr_set_child_subreaper = 36
    if ctypes.CDLL(None).prctl(pr_set_child_subreaper, 1, 0, 0, 0) != 0:
        raise OSError("orphans cannot be adopted")


def children():
    """'PID: command line' of our children, adopted ones too; those that have ended are forgotten."""
    found = []
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        for pid in map(int, file.read().split()):
            if os.waitpid(pid, os.WNOHANG)[0] == 0:
                with open(f"/proc/{pid}/cmdline", "rb") as words:
                    found.append(f"{pid}: " + words.read().replace(b"\0", b" ").decode(errors="replace"))
    return found
