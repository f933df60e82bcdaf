// System calls that are refused (seccomp) to a process that runs tests. Of what the worker as a whole may do: see contain/.
#pragma once

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace reenact {

/// Rules in the order they are added; what none of them refuses is allowed. The calls of other architectures, for which
/// this one has doors too (int 0x80, x32), are refused altogether: their numbers mean something else.
class SystemCalls {
 public:
  SystemCalls() {
    add(load(offsetof(seccomp_data, arch)));
    add(skip_if(BPF_JEQ, AUDIT_ARCH_X86_64, 1, 0));
    add(answer(EPERM));
    add(load(offsetof(seccomp_data, nr)));
    add(skip_if(BPF_JGE, kX32, 0, 1));
    add(answer(EPERM));
  }

  void refuse(uint32_t number, uint16_t error = EPERM) {
    add(skip_if(BPF_JEQ, number, 0, 1));
    add(answer(error));
  }
  void refuse(std::initializer_list<uint32_t> numbers) {
    for (const uint32_t number : numbers) refuse(number);
  }
  /// Refused where the low word of its argument is `value`.
  void refuse_if(uint32_t number, uint32_t argument, uint32_t value) {
    add_condition(number, argument, skip_if(BPF_JEQ, value, 0, 1));
  }
  void refuse_unless(uint32_t number, uint32_t argument, uint32_t value) {
    add_condition(number, argument, skip_if(BPF_JEQ, value, 1, 0));
  }
  /// Refused where the argument has none of `bits`.
  void refuse_without(uint32_t number, uint32_t argument, uint32_t bits) {
    add_condition(number, argument, skip_if(BPF_JSET, bits, 1, 0));
  }

  /// From now on, for this process and its children. REQUIRES: no_new_privs.
  void install() {
    add(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    sock_fprog program{size_, code_};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  }

 private:
  static constexpr uint32_t kX32 = 0x40000000;

  static sock_filter load(uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
  static sock_filter answer(uint16_t error) { return BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error); }
  /// Skips `yes` instructions if the loaded word compares so with `value`, else `no`.
  static sock_filter skip_if(uint16_t comparison, uint32_t value, uint8_t yes, uint8_t no) {
    return BPF_JUMP(static_cast<uint16_t>(BPF_JMP | comparison | BPF_K), value, yes, no);
  }
  void add(sock_filter instruction) {
    if (size_ == sizeof code_ / sizeof code_[0]) __builtin_trap();
    code_[size_++] = instruction;
  }
  /// `condition` skips the refusal.
  void add_condition(uint32_t number, uint32_t argument, sock_filter condition) {
    add(skip_if(BPF_JEQ, number, 0, 4));
    add(load(static_cast<uint32_t>(offsetof(seccomp_data, args) + 8 * argument)));
    add(condition);
    add(answer(EPERM));
    add(load(offsetof(seccomp_data, nr)));
  }

  sock_filter code_[192];
  unsigned short size_ = 0;
};

}  // namespace reenact
