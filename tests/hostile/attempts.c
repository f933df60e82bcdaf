// Everything here tries to reach out of where it runs, in one way each; scripts/hostile runs all of it in tests, in static
// initialisers and in builds. What a failure could do to the machine is bounded: so many processes, so much memory.
#define _GNU_SOURCE
#include "attempts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stddef.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#include "witness.h"  // written by scripts/hostile: folders, processes and names that are to stay out of reach

#define IN(name) WITNESS "/" name

/// The process that had this one started.
static pid_t engine(void) {
  static pid_t number;
  FILE* file = number == 0 ? fopen(IN("engine"), "r") : NULL;
  if (file != NULL && fscanf(file, "%d", &number) != 1) number = 0;
  if (file != NULL) fclose(file);
  return number == 0 ? 2000000000 : number;
}

static int opened(int file) {
  if (file >= 0) close(file);
  return file >= 0;
}

static int reads(const char* path, const char* text) {
  static char content[1 << 16];
  const int file = open(path, O_RDONLY);
  if (file < 0) return 0;
  const ssize_t length = read(file, content, sizeof content);
  close(file);
  return length > 0 && memmem(content, (size_t)length, text, strlen(text)) != NULL;
}

// Sockets.
static int connects(const char* path, int is_abstract) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const int file = socket(AF_UNIX, SOCK_STREAM, 0);
  if (file < 0) return 0;
  strncpy(address.sun_path + is_abstract, path, sizeof address.sun_path - 2);
  const int done = connect(file, (struct sockaddr*)&address,
                           (socklen_t)(offsetof(struct sockaddr_un, sun_path) + is_abstract + strlen(path))) == 0;
  close(file);
  return done;
}
static int unix_socket(void) { return connects(IN("socket"), 0); }
static int abstract_socket(void) { return connects(ABSTRACT, 1); }
static int d_bus(void) { return connects("/run/dbus/system_bus_socket", 0); }
static int tcp(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int file = socket(AF_INET, SOCK_STREAM, 0);
  const int done = file >= 0 && connect(file, (struct sockaddr*)&address, sizeof address) == 0;
  opened(file);
  return done;
}
static int udp(void) { return opened(socket(AF_INET, SOCK_DGRAM, 0)); }
static int netlink(void) { return opened(socket(AF_NETLINK, SOCK_RAW, 0)); }
static int packets(void) { return opened(socket(AF_PACKET, SOCK_RAW, 0)); }

// Other processes.
static int attach(void) {
  if (ptrace(PTRACE_SEIZE, VICTIM, NULL, NULL) != 0) return 0;
  ptrace(PTRACE_DETACH, VICTIM, NULL, NULL);
  return 1;
}
static int read_memory(void) {
  char byte;
  const struct iovec here = {&byte, 1}, there = {(void*)VICTIM_ADDRESS, 1};
  return process_vm_readv(VICTIM, &here, 1, &there, 1, 0) == 1;
}
static int memory_file(void) { return opened(open(PROC_OF_VICTIM "/mem", O_RDWR)); }
static int take_descriptor(void) {
  const int process = (int)syscall(434 /* pidfd_open */, engine(), 0);
  return process >= 0 && opened((int)syscall(438 /* pidfd_getfd */, process, 1, 0));
}
static int kill_victim(void) { return kill(VICTIM, SIGKILL) == 0; }
static int kill_engine(void) { return kill(engine(), SIGKILL) == 0; }
static int kill_group(void) { return kill(-engine(), SIGTERM) == 0; }
static int queue_signal(void) { return sigqueue(VICTIM, SIGKILL, (union sigval){0}) == 0; }
static int signal_thread(void) { return syscall(SYS_tgkill, VICTIM, VICTIM, SIGKILL) == 0; }
static int signal_by_file(void) {
  int ends[2];
  return pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, VICTIM) == 0;
}
static int timer_for_another(void) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL | 4, .sigev_signo = SIGKILL};
  event._sigev_un._tid = VICTIM;
  timer_t timer;
  /* In a namespace of its own a thread of ours may have that number. */
  const int is_ours = syscall(SYS_tgkill, getpid(), VICTIM, 0) == 0;
  return !is_ours && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0;
}
static int many_timers(void) {
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  timer_t timer[1000];
  int made = 0;
  while (made < 1000 && timer_create(CLOCK_MONOTONIC, &event, &timer[made]) == 0) ++made;
  for (int i = 0; i < made; ++i) timer_delete(timer[i]);
  return made == 1000;
}
static int limit_another(void) {
  struct rlimit limits = {1, 1};
  return prlimit(VICTIM, RLIMIT_CPU, &limits, NULL) == 0;
}
static int slow_another(void) { return setpriority(PRIO_PROCESS, VICTIM, 19) == 0; }
static int move_another(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  return sched_setaffinity(VICTIM, sizeof one, &one) == 0;
}

// What the kernel keeps for all.
static int key(void) { return syscall(SYS_add_key, "user", "hostile", "x", 1, KEY_SPEC_USER_KEYRING) >= 0; }
static int keyring(void) { return syscall(SYS_keyctl, KEYCTL_GET_KEYRING_ID, KEY_SPEC_SESSION_KEYRING, 1) >= 0; }
static int shared_memory(void) { return shmget(KEY, 4096, IPC_CREAT | 0600) >= 0; }
static int semaphores(void) { return semget(KEY, 1, IPC_CREAT | 0600) >= 0; }
static int messages(void) { return msgget(KEY, IPC_CREAT | 0600) >= 0; }
static int message_queue(void) { return opened((int)mq_open("/hostile", O_CREAT | O_RDWR, 0600, NULL)); }
static int shared_file(void) { return reads("/dev/shm/" SHARED, SECRET); }
static int watch(void) {
  const int file = inotify_init();
  const int done = file >= 0 && inotify_add_watch(file, WITNESS, IN_ALL_EVENTS) >= 0;
  opened(file);
  return done;
}
static int watch_all(void) { return opened((int)syscall(SYS_fanotify_init, 0, 0)); }
static int ring(void) {
  char parameters[256] = {0};
  return opened((int)syscall(425 /* io_uring_setup */, 1, parameters));
}
static int bpf(void) {
  char attributes[128] = {0};
  return syscall(SYS_bpf, 0, attributes, sizeof attributes) >= 0;
}
static int fault_handler(void) { return opened((int)syscall(SYS_userfaultfd, 0)); }
static int host_name(void) { return syscall(SYS_sethostname, "hostile", 7) == 0; }
static int mount_one(void) { return mount("none", ".", "tmpfs", 0, NULL) == 0; }
static int new_user(void) { return unshare(CLONE_NEWUSER) == 0; }
static int other_root(void) { return chroot("/") == 0; }
static int become_another(void) { return setuid(12345) == 0; }

// Files.
static int write_file(void) { return opened(open(IN("victim"), O_WRONLY | O_APPEND)); }
static int empty_file(void) { return truncate(IN("victim"), 0) == 0; }
static int make_file(void) { return opened(open(IN("made"), O_CREAT | O_WRONLY, 0600)); }
static int make_folder(void) { return mkdir(IN("folder"), 0700) == 0; }
static int remove_file(void) { return unlink(IN("victim")) == 0; }
static int move_file(void) { return rename(IN("victim"), "taken") == 0; }
static int link_file(void) { return link(IN("victim"), "linked") == 0; }
static int write_through_link(void) {
  unlink("way_out");
  return symlink(IN("victim"), "way_out") == 0 && opened(open("way_out", O_WRONLY | O_APPEND));
}
static int mode(void) { return chmod(IN("victim"), 0777) == 0; }
static int owner(void) { return chown(IN("victim"), getuid(), getgid()) == 0; }
static int times(void) { return utimes(IN("victim"), NULL) == 0; }
static int attribute(void) { return setxattr(IN("victim"), "user.mark", "1", 1, 0) == 0; }
static int device(void) { return mknod("device", S_IFBLK | 0600, 1 << 8) == 0; }
static int device_mode(void) { return chmod("/dev/null", 0666) == 0; }
static int kernel_setting(void) { return opened(open("/proc/sys/kernel/core_pattern", O_WRONLY)); }
static int anothers_temporary_file(void) { return reads(TEMPORARY, SECRET); }

// The environment.
static int environment(void) { return getenv("REENACT_HOSTILE") != NULL; }
static int environment_of(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/environ", process);
  return reads(path, SECRET);
}
static int anothers_environment(void) { return environment_of(engine()); }
static int firsts_environment(void) { return environment_of(1); }
static int parents_environment(void) { return environment_of(getppid()); }
/// The pipe by which those who watch over us learn that the engine has ended: somewhere among our ancestors' files.
static int lifeline(void) {
  char path[64], line[128];
  for (int process = getppid(); process > 0;) {
    for (int i = 3; i < 64; ++i) {
      snprintf(path, sizeof path, "/proc/%d/fd/%d", process, i);
      const int file = open(path, O_WRONLY);
      struct stat info;
      if (file >= 0 && fstat(file, &info) == 0 && S_ISFIFO(info.st_mode)) return 1;
      if (file >= 0) close(file);
    }
    snprintf(path, sizeof path, "/proc/%d/status", process);
    process = 0;
    FILE* status = fopen(path, "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) sscanf(line, "PPid: %d", &process);
    if (status != NULL) fclose(status);
  }
  return 0;
}
static int terminal(void) {
  const int file = open("/dev/tty", O_RDWR);
  if (file < 0) return ioctl(0, 0x5412 /* TIOCSTI */, "x") == 0;
  const int done = ioctl(file, 0x5412, "x") == 0;
  close(file);
  return done;
}

// Processes: at most 300, none for longer than two seconds.
static int fork_bomb(void) {
  int born = 0;
  for (; born < 300; ++born) {
    const pid_t child = fork();
    if (child < 0) break;
    if (child == 0) {
      usleep(2000000);
      _exit(0);
    }
  }
  for (int i = 0; i < born; ++i) wait(NULL);
  return born == 300;
}
/// They run none of our own code: it would be seen on the stack of the test. All wait until the last one has begun.
static int thread_bomb(void) {
  static sem_t end;
  pthread_t thread;
  pthread_attr_t small;
  int born = 0;
  if (sem_init(&end, 0, 0) != 0) return 0;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 65536);
  pthread_attr_setdetachstate(&small, PTHREAD_CREATE_DETACHED);
  while (born < 600 && pthread_create(&thread, &small, (void* (*)(void*))sem_wait, &end) == 0) ++born;
  for (int i = 0; i < born; ++i) sem_post(&end);
  return born == 600;
}
/// Harm is done if it is there when all has ended: the script looks for it.
static int daemon_process(void) {
  const pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0) {
      prctl(PR_SET_NAME, DAEMON);
      signal(SIGTERM, SIG_IGN);
      usleep(20000000);
    }
    _exit(0);
  }
  if (child > 0) waitpid(child, NULL, 0);
  return 0;
}
static int outlive(void) { return prctl(PR_SET_PDEATHSIG, 0) == 0; }
static int session(void) { return setsid() >= 0; }
static int start_program(void) { return system("true") == 0; }
static int old_door(void) {
  if (!HAS_OLD_DOOR) return 0;
  long child = 2;  // i386's number of fork
  __asm__ volatile("int $0x80" : "+a"(child) : : "memory", "r8", "r9", "r10", "r11");
  if (child == 0) _exit(0);
  return child > 0;
}

struct attempt {
  const char* name;
  int (*run)(void);
  int allowed_to_tools;  // a compiler may do it, where it stays
};
#define A(name) {#name, name, 0}
static const struct attempt attempts[] = {
    A(unix_socket), A(abstract_socket), A(d_bus), A(tcp), A(udp), A(netlink), A(packets), A(attach), A(read_memory),
    A(memory_file), A(take_descriptor), A(kill_victim), A(kill_engine), A(kill_group), A(queue_signal),
    A(signal_thread), A(signal_by_file), A(timer_for_another), A(many_timers), A(limit_another), A(slow_another),
    A(move_another), A(key), A(keyring), A(shared_memory), A(semaphores), A(messages), A(message_queue),
    A(shared_file), A(watch), A(watch_all), A(ring), A(bpf), A(fault_handler), A(host_name), A(mount_one), A(new_user),
    A(other_root), A(become_another), A(write_file), A(empty_file), A(make_file), A(make_folder), A(remove_file),
    A(move_file), A(link_file), A(write_through_link), A(mode), A(owner), A(times), A(attribute), A(device),
    A(device_mode), A(kernel_setting), A(anothers_temporary_file), A(environment), A(anothers_environment),
    A(firsts_environment), A(parents_environment), A(lifeline), A(terminal), A(fork_bomb), A(thread_bomb),
    A(daemon_process), A(outlive), {"session", session, 1}, {"start_program", start_program, 1}, {"old_door", old_door, 1}};

const char* run_attempts(enum place place) {
  static char escaped[4096];
  for (size_t i = 0; i < sizeof attempts / sizeof *attempts; ++i) {
    if (place == BUILD && attempts[i].allowed_to_tools) continue;
    if (!attempts[i].run()) continue;
    strncat(escaped, " ", sizeof escaped - strlen(escaped) - 1);
    strncat(escaped, attempts[i].name, sizeof escaped - strlen(escaped) - 1);
  }
  return escaped;
}

int attempts_count(void) { return (int)(sizeof attempts / sizeof *attempts); }

/// True if there was all of it.
int take_memory(void) {
  const size_t part = 64u << 20;
  for (int i = 0; i < 80; ++i) {  // 5 GB
    char* memory = mmap(NULL, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 0;
    memset(memory, 1, part);
  }
  return 1;
}
