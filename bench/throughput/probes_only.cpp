// What the pass refers to, without anybody who listens: no function is ever enabled, no trace read. Linked
// into a bare loop over instrumented units, it tells what the probes alone cost.
#include "abi/abi.h"

extern "C" {

namespace {
ReenactFrame frames[1 << 20];
}

__attribute__((tls_model("initial-exec"))) __thread ReenactFrame* reenact_top = frames;

__attribute__((tls_model("initial-exec"))) __thread int64_t reenact_fuel = INT64_MAX;
void reenact_out_of_fuel(void) { __builtin_trap(); }

void reenact_register(ReenactFunction*, uint32_t, uint32_t) {}
void reenact_enter(ReenactFunction*) {}
void reenact_compare_int(ReenactFunction*, uint32_t, uint32_t, int64_t, int64_t) {}
void reenact_compare_uint(ReenactFunction*, uint32_t, uint32_t, uint64_t, uint64_t) {}
void reenact_compare_float(ReenactFunction*, uint32_t, uint32_t, double, double) {}
void reenact_condition(ReenactFunction*, uint32_t, uint8_t) {}
void reenact_switch(ReenactFunction*, uint32_t, uint64_t, const uint64_t*, uint32_t) {}
void reenact_compare_text(ReenactFunction*, uint32_t, const char*, const char*, uint64_t, uint8_t, uint8_t) {}
void reenact_compare_strings(ReenactFunction*, uint32_t, const char*, uint64_t, const char*, uint64_t, uint8_t) {}

}  // extern "C"
