// Decodes one test (abi/abi.h) and calls its thunks. Nothing is allocated per statement but what the test itself
// means: its objects and texts, from an arena. Under ASan red zones guard them: texts are malloc's, variables are marked
// as a stack's, which they are in the printed test.
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "runtime/concolic_inputs.h"
#include "runtime/findings.h"
#include "runtime/runtime.h"

extern "C" __attribute__((weak)) void __asan_on_error();
extern "C" __attribute__((weak)) const char* __asan_default_options();

namespace reenact::runtime {

ReenactObservation* current = nullptr;
uint32_t current_statement = 0;
bool outcome_is_final = false;
sigjmp_buf after_crash;
uintptr_t test_stack = 0;
uint64_t started_us = 0;

namespace {

constexpr uint32_t kMaxStatements = 1024;
constexpr uint32_t kMaxArguments = 64;

struct Slot {
  void* storage = nullptr;  // of the variable; texts: made when first used
  void* c_string = nullptr;
  void* buffer = nullptr;
  const uint32_t* payload = nullptr;
  uint64_t length = 0;  // texts and numbers
  uint32_t type = kReenactNoCast;
  uint32_t kind = 0;
  uint32_t element_size = 1;  // numbers
  bool is_float = false;
  bool constructed = false;
};

Slot slots[kMaxStatements];
uint32_t slot_count = 0;

class Arena {
 public:
  void* allocate(size_t size, size_t alignment) {
    if (control->address_sanitizer || size > sizeof(chunk_) / 4) return remember(std::malloc(size == 0 ? 1 : size));
    size_t start = (used_ + alignment - 1) & ~(alignment - 1);
    if (start + size > sizeof(chunk_)) return remember(std::malloc(size));
    used_ = start + size;
    return chunk_ + start;
  }
  /// For a variable. To ASan it is one on the stack, also for free().
  void* variable(size_t size, size_t alignment) {
    constexpr size_t zone = 32, most_aligned = 64;
    if (!control->address_sanitizer) return allocate(size, alignment);
    const size_t padded = alignment > zone ? alignment : zone;
    const size_t start = (used_ + zone + padded - 1) & ~(padded - 1);
    const size_t end = (start + size + 2 * zone - 1) & ~(zone - 1);
    if (alignment > most_aligned || end > sizeof(chunk_)) return allocate(size, alignment);
    used_ = end;
    mark(start - zone, zone, kStackLeft);
    mark(start, end - start, kStackRight);
    mark(start, size, 0);
    if (size % kGranule != 0) mark(start + size / kGranule * kGranule, kGranule, size % kGranule);
    return chunk_ + start;
  }
  /// Exactly `size` bytes from malloc: what lies behind is the heap's (ASan: a red zone).
  void* exactly(size_t size) { return remember(std::malloc(size)); }
  void release() {
    while (heap_count_ > 0) std::free(heap_[--heap_count_]);
    if (control->address_sanitizer) mark(0, used_, 0);
    used_ = 0;
  }

 private:
  static constexpr size_t kGranule = 8;  // bytes of memory per byte of ASan's shadow

  /// What ASan thinks of `size` bytes from `start`, both multiples of kGranule but for the last bytes of an object.
  void mark(size_t start, size_t size, unsigned char state) {
    // Not memset: ASan's own would look up the shadow of the shadow.
    const auto first = reinterpret_cast<uintptr_t>(chunk_ + start);
    for (uintptr_t i = 0; i < size / kGranule; ++i) shadow()[first + i * kGranule] = state;
  }

  void* remember(void* block) {
    if (heap_count_ < sizeof(heap_) / sizeof(heap_[0])) heap_[heap_count_++] = block;
    return block;
  }
  alignas(64) char chunk_[256 * 1024];
  size_t used_ = 0;
  void* heap_[4 * kMaxStatements];
  uint32_t heap_count_ = 0;
};
Arena arena;

int64_t payload_number(const uint32_t* words) {
  return static_cast<int64_t>(static_cast<uint64_t>(words[0]) | static_cast<uint64_t>(words[1]) << 32);
}

void store_number(void* to, int64_t bits, size_t size, bool is_float) {
  if (is_float && size == 4) {
    double wide;
    std::memcpy(&wide, &bits, 8);
    const float narrow = static_cast<float>(wide);
    std::memcpy(to, &narrow, 4);
  } else {
    std::memcpy(to, &bits, size);  // little endian: the low bytes
  }
}

uint32_t number_of(const Slot& slot) { return static_cast<uint32_t>(&slot - slots); }

void* as_c_string(Slot& slot) {
  if (slot.c_string == nullptr) {
    auto* text = static_cast<char*>(arena.allocate(slot.length + 1, 1));
    std::memcpy(text, slot.payload, slot.length);
    text[slot.length] = '\0';
    slot.c_string = text;
    name_elements(text, 1, slot.length, number_of(slot));
  }
  return slot.c_string;
}

void* as_buffer(Slot& slot) {
  if (slot.buffer != nullptr) return slot.buffer;
  slot.buffer = arena.exactly(slot.length * slot.element_size);
  if (slot.kind == kReenactText) {
    std::memcpy(slot.buffer, slot.payload, slot.length);
  } else {
    auto* out = static_cast<char*>(slot.buffer);
    for (uint64_t i = 0; i < slot.length; ++i)
      store_number(out + i * slot.element_size, payload_number(slot.payload + 2 * i), slot.element_size, slot.is_float);
  }
  name_elements(slot.buffer, slot.element_size, slot.length, number_of(slot));
  return slot.buffer;
}

/// The pointer a thunk receives; false in `ok` if the test itself would dereference null.
void* argument(uint32_t source_and_mode, uint32_t cast, bool& ok) {
  const uint32_t mode = source_and_mode >> 24;
  Slot& slot = slots[source_and_mode & 0xffffff];
  void* pointer = nullptr;
  switch (mode & 0x7f) {
    case kReenactAddress:
      pointer = slot.storage;
      break;
    case kReenactLoad:
      std::memcpy(&pointer, slot.storage, sizeof pointer);
      break;
    case kReenactCString:
      pointer = as_c_string(slot);
      break;
    case kReenactBuffer:
      // As printed: `std::vector<int> numbers;` has null for its data(), which whoever takes numbers has to expect.
      if (slot.kind == kReenactNumbers && slot.length == 0) return nullptr;
      pointer = as_buffer(slot);
      break;
    case kReenactLength:
      pointer = &slot.length;
      name_size(&slot.length, number_of(slot));
      break;
    default:
      return nullptr;
  }
  if ((mode & kReenactNonNull) != 0 && pointer == nullptr) ok = false;
  if (cast != kReenactNoCast && pointer != nullptr) pointer = reenact_bridge.casts[cast](pointer);
  return pointer;
}

void make_result(Slot& slot, uint32_t type) {
  slot.type = type;
  const size_t size = reenact_bridge.type_sizes[type];
  slot.storage = arena.variable(size < 8 ? 8 : size,
                                reenact_bridge.type_alignments[type] < 8 ? 8 : reenact_bridge.type_alignments[type]);
}

/// Returns the words behind the statement; null if the test is invalid here.
const uint32_t* run_statement(const uint32_t* words, Slot& slot) {
  slot = Slot{};
  slot.kind = words[0];
  switch (words[0]) {
    case kReenactScalar: {
      make_result(slot, words[1]);
      std::memset(slot.storage, 0, 8);
      const size_t size = reenact_bridge.type_sizes[words[1]];
      // The engine sends the bit pattern as wide as the type.
      std::memcpy(slot.storage, words + 2, size > 8 ? 8 : size);
      name_elements(slot.storage, size, 1, number_of(slot));
      return words + 4;
    }
    case kReenactText:
      slot.length = words[2];
      slot.payload = words + 3;
      return words + 3 + (words[2] + 3) / 4;
    case kReenactNumbers:
      slot.length = words[2];
      slot.element_size = words[3] & 0xff;
      slot.is_float = (words[3] & 0x100) != 0;
      slot.payload = words + 4;
      return words + 4 + 2 * static_cast<size_t>(words[2]);
    default: {
      const uint32_t callable = words[1];
      const uint32_t count = words[2];
      void* in[kMaxArguments];
      bool ok = true;
      for (uint32_t i = 0; i < count; ++i) in[i] = argument(words[3 + 2 * i], words[4 + 2 * i], ok);
      if (!ok || callable >= reenact_bridge.callable_count || reenact_bridge.thunks[callable] == nullptr)
        return nullptr;
      const uint32_t type = reenact_bridge.result_types[callable];
      if (type != kReenactNoCast) make_result(slot, type);
      reenact_bridge.thunks[callable](slot.storage, in);
      slot.constructed = type != kReenactNoCast;
      return words + 3 + 2 * count;
    }
  }
}

void destroy_variables() {
  // slot_count shrinks first: a destructor that throws is not run again by the clean-up after it.
  while (slot_count > 0) {
    Slot& slot = slots[--slot_count];
    if (!slot.constructed) continue;
    const ReenactDestructor destroy = reenact_bridge.destructors[slot.type];
    if (destroy != nullptr) destroy(slot.storage);
  }
}

void body(void* context) {
  const uint32_t* words = static_cast<const uint32_t*>(context);
  const uint32_t count = *words++;
  for (uint32_t i = 0; i < count && i < kMaxStatements; ++i) {
    current_statement = i;
    slot_count = i + 1;
    words = run_statement(words, slots[i]);
    if (words == nullptr) {
      current->outcome = kReenactInvalid;
      current->statement = i;
      outcome_is_final = true;
      break;
    }
  }
  if (!outcome_is_final) current_statement = count;
  destroy_variables();
}

void caught(void*, const char* type, const char* what) {
  if (outcome_is_final) return;
  current->outcome = kReenactException;
  current->statement = current_statement;
  copy_text(current->exception_type, type);
  copy_text(current->message, what);
  record_thrown_trace(current);
  outcome_is_final = true;
}

void clean_up(void*) { destroy_variables(); }
void ignore(void*, const char*, const char*) {}

/// How many frames the shadow stack had at most since this was last called.
uint32_t take_deepest() {
  uint32_t result = 0;
  while (result + 1 < kMaxShadowFrames && shadow_stack[result + 1].unit != nullptr) ++result;
  std::memset(shadow_stack + 1, 0, result * sizeof *shadow_stack);
  return result;
}

/// False: `step` crashed, and the process lives on.
template <typename Step>
bool survives(Step step) {
  test_stack = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
  if (sigsetjmp(after_crash, 0) != 0) return false;
  step();
  return true;
}

}  // namespace

uint64_t microseconds_now() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000 + static_cast<uint64_t>(now.tv_nsec) / 1000;
}

void run_test(const uint32_t* words, ReenactObservation* observation) {
  observation->outcome = kReenactPending;
  observation->statement = 0;
  observation->signal = observation->access = 0;
  observation->address = 0;
  observation->depth = observation->frame_count = 0;
  observation->exception_type[0] = observation->message[0] = '\0';
  reset_coverage();
  if (control->test_stack_kb != 0) (void)take_deepest();
  outcome_is_final = false;
  current_statement = 0;
  slot_count = 0;
  reenact_top = shadow_stack;
  current = observation;
  started_us = microseconds_now();
  fill_up();
  begin_inputs();
  // Crashed: its objects may be in any state and are given up.
  if (!survives([&] { reenact_bridge.guarded(body, const_cast<uint32_t*>(words), caught); })) slot_count = 0;
  end_inputs();
  reenact_top = shadow_stack;
  const uint32_t deepest = control->test_stack_kb == 0 ? 0 : take_deepest();
  if (!outcome_is_final) {
    observation->outcome = kReenactPassed;
    observation->depth = deepest;
  }
  outcome_is_final = true;
  copy_coverage(observation);
  while (slot_count > 0) survives([] { reenact_bridge.guarded(clean_up, nullptr, ignore); });
  while (!survives([] { arena.release(); })) {
  }
  current = nullptr;
  note_fuel(observation->outcome == kReenactCutOff);
}

}  // namespace reenact::runtime
