// Descriptors that a test is given to read from.
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

#include "runtime/runtime.h"

namespace reenact::runtime {
namespace {

std::array<int, 64> opened;  // by the running test
size_t count = 0;

void close_later(int descriptor) {
  if (count < opened.size()) opened[count++] = descriptor;
}

int file_with(const void* content, size_t size) {
  const int file = memfd_create("input", MFD_CLOEXEC);
  if (file < 0) return file;
  close_later(file);
  const bool is_written = write(file, content, size) >= 0 && lseek(file, 0, SEEK_SET) == 0;
  return is_written ? file : -1;
}

/// Its other end stays open, so that what the test writes goes somewhere.
int socket_with(const void* content, size_t size) {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends.data()) != 0) return -1;
  for (const int end : ends) close_later(end);
  const bool is_written = size == 0 || write(ends[1], content, size) >= 0;
  return is_written && shutdown(ends[1], SHUT_WR) == 0 ? ends[0] : -1;
}

}  // namespace

void close_left_descriptors() {
  while (count > 0) close(opened[--count]);
}

}  // namespace reenact::runtime

extern "C" int reenact_descriptor(const void* content, uint64_t size, int is_socket) {
  using namespace reenact::runtime;
  return is_socket != 0 ? socket_with(content, size) : file_with(content, size);
}
