// The worker: `worker SHM_FD`. Maps the shared segment before any static initialiser of the subject runs, so that even
// their crashes can be told.
#include <malloc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/runtime.h"

namespace reenact::runtime {

ReenactControl* control = nullptr;

namespace {

__attribute__((constructor(101))) void map_segment(int argc, char** argv, char**) {
  if (argc < 2) return;
  const int fd = std::atoi(argv[1]);
  struct stat info{};
  if (fstat(fd, &info) != 0) return;
  void* memory = mmap(nullptr, static_cast<size_t>(info.st_size), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (memory == MAP_FAILED) return;
  control = static_cast<ReenactControl*>(memory);
  install_handlers();
}

/// Memory that a test frees stays for the next one. Given back to the system, it would come back page by page, each by a
/// fault: with worlds of Box2D's (120 KB each), a search runs some 10 % more tests a second so.
void keep_freed_memory() {
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_TOP_PAD, 1 << 20);
  // Setting any of these fixes this one. By itself it grows to the size of the first such block that is freed.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
}

}  // namespace
}  // namespace reenact::runtime

int main() {
  using namespace reenact::runtime;
  if (control == nullptr || control->abi_version != REENACT_ABI_VERSION ||
      reenact_bridge.abi_version != REENACT_ABI_VERSION)
    return 2;
  if (chdir(control->scratch) != 0) return 2;
  keep_freed_memory();
  install_handlers();  // again: a static initialiser may have replaced them
  publish_names();
  forget_initialisers();
  enable_functions();
  __atomic_store_n(&control->ready, 1u, __ATOMIC_RELEASE);
  serve();
}
