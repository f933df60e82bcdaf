// Registration and branch distances.
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>

#include "abi/limits.h"
#include "runtime/activations.h"
#include "runtime/runtime.h"

namespace reenact::runtime {

ReenactFrame shadow_stack[kMaxShadowFrames];

namespace {

constexpr uint32_t kMaxModules = 65536;
struct Module {
  ReenactFunction* functions;
  uint32_t count;
};
Module modules[kMaxModules];
uint32_t module_count = 0;
uint32_t function_count = 0;

constexpr uint32_t kMaxEnabled = 4096;
ReenactFunction* enabled[kMaxEnabled];
uint32_t enabled_count = 0;
constexpr uint32_t kMaxWatched = 4096;
/// What a test asks of each watched function, side by side: descriptors are far apart.
struct Watched {
  uint8_t* hits;
  uint32_t block_count;
  const ReenactFunction* goal;  // itself, if it is enabled too
};
Watched watched[kMaxWatched];
uint32_t watched_count = 0;

uint32_t context = 0;  // ReenactObservation::context of the running test

template <typename Visit>
void for_each_function(Visit visit) {
  for (uint32_t m = 0; m < module_count; ++m)
    for (uint32_t i = 0; i < modules[m].count; ++i) visit(modules[m].functions[i]);
}

/// Sets aside what activations in context have entered.
void keep_context_hits(ReenactFunction& function) {
  for (uint32_t b = 0; b < function.block_count; ++b) function.context_hits[b] |= function.hits[b];
}

/// Nothing else of a function runs before its first block: most functions need no look at their other blocks.
bool was_entered(const Watched& function) { return function.hits[0] != 0; }

void forget(ReenactFunction& function) {
  std::memset(function.hits, 0, function.block_count);
  function.stopped = 0;
  for (uint32_t e = 0; e < function.edge_count; ++e) function.edges[e] = std::numeric_limits<float>::infinity();
}

/// Sets aside what ran in activations that nobody asks about any more, but that novelty counts.
void keep_all_hits(ReenactFunction& function) {
  for (uint32_t b = 0; b < function.block_count; ++b) function.all_hits[b] |= function.hits[b];
}

/// Is the activation that runs, one of `function`, out of the goal's context while others were in it?
bool is_out_of_context(const ReenactFunction& function) {
  return function.in_context != 0 && (reenact_top->context & function.positions) == 0;
}

void lower(ReenactFunction* function, uint32_t edge, double distance) {
  if (is_out_of_context(*function)) return;
  const float value = static_cast<float>(distance);
  if (value < function->edges[edge]) function->edges[edge] = value;
}

/// Does the engine want to know what was compared here, in this activation?
bool asks_operands(const ReenactFunction* function) {
  return control->operands_offset != 0 && !is_out_of_context(*function);
}

/// LLVM's CmpInst predicates, reduced to the relation; the operands' type has decided the comparison already.
enum Relation { kEqual, kNotEqual, kGreater, kGreaterEqual, kLess, kLessEqual, kAlways, kNever };

Relation integer_relation(uint32_t predicate) {
  switch (predicate) {
    case 32:
      return kEqual;
    case 33:
      return kNotEqual;
    case 34:
    case 38:
      return kGreater;
    case 35:
    case 39:
      return kGreaterEqual;
    case 36:
    case 40:
      return kLess;
    default:
      return kLessEqual;  // 37, 41
  }
}

Relation float_relation(uint32_t predicate) {
  switch (predicate & 7) {  // ordered and unordered forms differ in NaN only
    case 1:
      return kEqual;
    case 2:
      return kGreater;
    case 3:
      return kGreaterEqual;
    case 4:
      return kLess;
    case 5:
      return kLessEqual;
    case 6:
      return kNotEqual;
    default:
      return predicate == 8 || predicate == 0 ? kNever : kAlways;
  }
}

/// |a - b|, above 0 if they differ.
template <typename Number>
double difference(Number a, Number b) {
  if constexpr (std::is_integral_v<Number>) {  // exact also of large ones: the last steps to a hash are small
    const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
    return static_cast<double>(a > b ? x - y : y - x);
  } else {
    return a == b ? 0.0 : std::max(std::fabs(a - b), std::numeric_limits<double>::min());
  }
}

template <typename Number>
void compare(ReenactFunction* function, uint32_t edge, Relation relation, Number a, Number b) {
  const double gap = difference(a, b);
  double to_true = 0, to_false = 0;
  switch (relation) {
    case kEqual:
      to_true = gap;
      to_false = a == b ? 1 : 0;
      break;
    case kNotEqual:
      to_true = a == b ? 1 : 0;
      to_false = gap;
      break;
    case kLess:
      (a < b ? to_false : to_true) = a < b ? gap : gap + 1;
      break;
    case kLessEqual:
      (a <= b ? to_false : to_true) = a <= b ? gap + 1 : gap;
      break;
    case kGreater:
      (a > b ? to_false : to_true) = a > b ? gap : gap + 1;
      break;
    case kGreaterEqual:
      (a >= b ? to_false : to_true) = a >= b ? gap + 1 : gap;
      break;
    case kAlways:
      to_false = 1;
      break;
    case kNever:
      to_true = 1;
      break;
  }
  lower(function, edge, to_true);
  lower(function, edge + 1, to_false);
  if (asks_operands(function)) note_operands(*function, edge, a, b);
}

/// The activation around the innermost one, if it is of a function that is enabled so; else all zero.
Activation enabled_caller(uint32_t kinds) {
  // A frame that an optimised build elided may lie between two of the goal.
  Activation result{};
  int passed = 0;
  for_each_activation(reenact_top, [&](const Activation& each) {
    if (passed != 0 && (each.function->enabled & kinds) != 0) result = each;
    return result.function == nullptr && passed++ <= kReenactMaxElided;
  });
  return result;
}

/// Is it in its place there?
bool is_at(const Activation& caller, uint32_t position) {
  return caller.function != nullptr && (context_of(caller) >> position & 1) != 0;
}

bool is_any_of(uint32_t line, const ReenactGoalFrame& frame) {
  if (frame.lines[0] == 0) return true;
  for (const uint32_t each : frame.lines)
    if (each != 0 && each == line) return true;
  return false;
}

/// Positions of the goal's frames that the innermost activation, of `function`, is in the place of.
uint32_t frames_entered(const ReenactFunction& function) {
  const uint32_t last = control->goal_count - 1;
  uint32_t found = function.positions & (1u << last);  // nothing is asked of whoever calls the outermost frame
  const Activation caller = enabled_caller(kReenactOfGoal);
  for (uint32_t i = 0; i < last; ++i)
    if ((function.positions >> i & 1) != 0 && (control->goal[i].is_called_from_afar != 0 ||
                                               (is_at(caller, i + 1) && is_any_of(caller.line, control->goal[i + 1]))))
      found |= 1u << i;
  return found;
}

/// The same of asked calls.
uint32_t asked_calls_made(const ReenactFunction& function) {
  uint32_t found = 0;
  const Activation caller = enabled_caller(kReenactOfGoal | kReenactDecides);
  for (uint32_t i = 0; i < control->asked_count; ++i) {
    const uint32_t position = control->goal_count + i;
    if ((function.positions >> position & 1) != 0 && is_at(caller, control->asked[i].caller) &&
        (control->asked[i].line == 0 || caller.line == control->asked[i].line))
      found |= 1u << position;
  }
  return found;
}

/// Of calls of a function that decides the last one counts: it is the one whose result the branch behind it has seen.
void begin_asked_call(ReenactFunction& function) {
  keep_all_hits(function);
  forget(function);
  std::memset(function.context_hits, 0, function.block_count);
}

void watch_functions() {
  const char* name = reinterpret_cast<const char*>(control) + control->watched_offset;
  uint64_t blocks = 0;
  for (; *name != '\0'; name += std::strlen(name) + 1)
    for_each_function([&](ReenactFunction& function) {
      if (std::strcmp(function.linkage_name, name) != 0 || watched_count == kMaxWatched ||
          blocks + function.block_count > control->seen_size)
        return;
      blocks += function.block_count;
      watched[watched_count++] = {function.hits, function.block_count, nullptr};
    });
}

}  // namespace

void enable_functions() {
  watch_functions();
  const char* name = reinterpret_cast<const char*>(control) + control->enabled_offset;
  uint64_t edges = 0;
  for (uint32_t index = 0; *name != '\0'; name += std::strlen(name) + 1, ++index)
    for_each_function([&](ReenactFunction& function) {
      // Every copy of an inline function; the engine merges those of equal name.
      if (std::strcmp(function.linkage_name, name) != 0 || enabled_count == kMaxEnabled || function.enabled ||
          (edges + function.edge_count) * sizeof(float) > control->nearest_size)
        return;
      edges += function.edge_count;
      function.context_hits = static_cast<uint8_t*>(std::calloc(function.block_count, 2));
      if (function.context_hits == nullptr) return;
      function.all_hits = function.context_hits + function.block_count;
      function.enabled = index < control->goal_functions ? kReenactOfGoal : kReenactDecides;
      for (uint32_t i = 0; i < control->goal_count; ++i)
        if (control->goal[i].function == index) function.positions |= 1u << i;
      for (uint32_t i = 0; i < control->asked_count; ++i)
        if (control->asked[i].function == index) function.positions |= 1u << (control->goal_count + i);
      enabled[enabled_count++] = &function;
      for (uint32_t i = 0; i < watched_count; ++i)
        if (watched[i].hits == function.hits && function.enabled == kReenactOfGoal) watched[i].goal = &function;
    });
}

/// From now on only what tests enter is entered.
void forget_initialisers() {
  for_each_function([](ReenactFunction& function) {
    if (function.hits[0] != 0) std::memset(function.hits, 0, function.block_count);
  });
}

void publish_names() {
  char* out = reinterpret_cast<char*>(control) + control->names_offset;
  char* end = out + control->names_capacity - 1;
  for_each_function([&](ReenactFunction& function) {
    const size_t length = std::strlen(function.linkage_name) + 1;
    if (out + length > end) return;
    std::memcpy(out, function.linkage_name, length);
    out += length;
  });
  *out = '\0';
}

void reset_coverage() {
  for (uint32_t i = 0; i < enabled_count; ++i) {
    forget(*enabled[i]);
    if (enabled[i]->in_context != 0) std::memset(enabled[i]->context_hits, 0, 2 * enabled[i]->block_count);
    enabled[i]->in_context = 0;
  }
  context = 0;
  for (uint32_t i = 0; i < watched_count; ++i)
    if (was_entered(watched[i])) std::memset(watched[i].hits, 0, watched[i].block_count);
}

/// Is this nearer to a branch than any test came? By a tenth: not every last bit is news.
bool is_nearer(float& nearest, float distance) {
  // Stored as 1 / (1 + distance): a fresh segment's zeros mean "never executed".
  const float nearness = 1 / (1 + distance);
  if (nearness <= nearest * 1.1f) return false;
  nearest = nearness;
  return true;
}

/// A frame's function called past the frames around it is another matter: nothing new is learned from it.
bool is_off_path(const ReenactFunction& function) { return function.positions != 0 && function.in_context == 0; }

/// How many of `hits` are not `seen` yet; they are from now on. Mostly none: eight bytes are looked at together.
uint32_t newly_seen(const uint8_t* hits, uint8_t* seen, uint32_t count) {
  uint32_t result = 0, b = 0;
  for (; b + 8 <= count; b += 8) {
    uint64_t hit, known;
    std::memcpy(&hit, hits + b, 8);
    std::memcpy(&known, seen + b, 8);
    const uint64_t added = hit & ~known;
    if (added == 0) continue;
    result += static_cast<uint32_t>(__builtin_popcountll(added));  // a hit is 1: one bit of its byte
    known |= hit;
    std::memcpy(seen + b, &known, 8);
  }
  for (; b < count; ++b) {
    result += hits[b] & ~seen[b] & 1u;
    seen[b] |= hits[b];
  }
  return result;
}

/// Counts what no earlier test has shown, and remembers it.
void count_novel(ReenactObservation& observation) {
  observation.novel = observation.novel_at_goal = 0;
  auto* seen = reinterpret_cast<uint8_t*>(control) + control->seen_offset;
  for (uint32_t i = 0; i < watched_count; ++i) {
    const Watched& function = watched[i];
    if (was_entered(function) && (function.goal == nullptr || !is_off_path(*function.goal)))
      (function.goal != nullptr ? observation.novel_at_goal : observation.novel) +=
          newly_seen(function.hits, seen, function.block_count);
    seen += function.block_count;
  }
  auto* nearest = reinterpret_cast<float*>(reinterpret_cast<char*>(control) + control->nearest_offset);
  for (uint32_t i = 0; i < enabled_count; ++i) {
    const ReenactFunction& function = *enabled[i];
    if (function.enabled != kReenactOfGoal) continue;  // the last in the list: nothing follows whose place would shift
    for (uint32_t e = 0; e < function.branch_edges && !is_off_path(function); ++e)
      observation.novel_at_goal += is_nearer(nearest[e], function.edges[e]) ? 1 : 0;
    nearest += function.edge_count;
  }
}

void note_stops(ReenactFrame* top) {
  constexpr uint32_t kLooked = 4096;  // activations: an exhausted stack has hundreds of thousands
  static Activation found[kLooked];
  if (enabled_count == 0) return;
  uint32_t looked = 0, count = 0;
  for_each_activation(top, [&](const Activation& each) {
    if (each.function->enabled == kReenactOfGoal && (each.function->in_context == 0 || context_of(each) != 0))
      found[count++] = each;
    return ++looked < kLooked;
  });
  // From outside inwards: of several activations the innermost is noted.
  while (count > 0) {
    --count;
    found[count].function->stopped = found[count].line;
  }
}

void tell_entered() {
  auto* entered = reinterpret_cast<uint8_t*>(control) + control->entered_offset;
  uint64_t id = 0;
  for_each_function([&](ReenactFunction& function) {
    // Whatever else is put aside in the goal's context, the entry of the last activation is there.
    if (id < control->names_capacity) entered[id++] = function.hits[0];
  });
}

/// Layout: see ReenactObservation. Copies of one inline function are adjacent in `enabled` and folded into one row.
void copy_coverage(ReenactObservation* observation) {
  if (control->tell_entered != 0) tell_entered();
  observation->context = context;
  for (uint32_t i = 0; i < enabled_count; ++i) {
    if (enabled[i]->in_context == 0) continue;
    if (enabled[i]->in_context == 1) keep_context_hits(*enabled[i]);
    const bool decides = enabled[i]->enabled == kReenactDecides;
    if (decides) keep_all_hits(*enabled[i]);
    std::memcpy(enabled[i]->hits, decides ? enabled[i]->all_hits : enabled[i]->context_hits, enabled[i]->block_count);
  }
  count_novel(*observation);
  for (uint32_t i = 0; i < enabled_count; ++i)
    if (enabled[i]->in_context != 0 && enabled[i]->enabled == kReenactDecides)
      std::memcpy(enabled[i]->hits, enabled[i]->context_hits, enabled[i]->block_count);
  uint8_t* out = reinterpret_cast<uint8_t*>(observation + 1);
  for (uint32_t i = 0; i < enabled_count;) {
    const ReenactFunction& first = *enabled[i];
    float* edges = reinterpret_cast<float*>(out + ((first.block_count + 3) & ~3u));
    std::memcpy(out, first.hits, first.block_count);
    std::memcpy(edges, first.edges, first.edge_count * sizeof(float));
    auto* stopped = reinterpret_cast<uint32_t*>(edges + first.edge_count);
    *stopped = first.stopped;
    uint32_t next = i + 1;
    for (; next < enabled_count && std::strcmp(enabled[next]->linkage_name, first.linkage_name) == 0; ++next) {
      if (enabled[next]->block_count != first.block_count || enabled[next]->edge_count != first.edge_count) continue;
      for (uint32_t b = 0; b < first.block_count; ++b) out[b] |= enabled[next]->hits[b];
      for (uint32_t e = 0; e < first.edge_count; ++e)
        if (enabled[next]->edges[e] < edges[e]) edges[e] = enabled[next]->edges[e];
      if (*stopped == 0) *stopped = enabled[next]->stopped;
    }
    out = reinterpret_cast<uint8_t*>(stopped + 1);
    i = next;
  }
}

}  // namespace reenact::runtime

using namespace reenact::runtime;

extern "C" {

__attribute__((tls_model("initial-exec"))) __thread ReenactFrame* reenact_top = shadow_stack;

void reenact_register(ReenactFunction* functions, uint32_t count, uint32_t abi_version) {
  if (abi_version != REENACT_ABI_VERSION || module_count == kMaxModules) return;
  for (uint32_t i = 0; i < count; ++i) functions[i].id = function_count++;
  modules[module_count++] = {functions, count};
}

void reenact_enter(ReenactFunction* function) {
  if (control->goal_count == 0 || function->positions == 0) return;
  const bool decides = function->enabled == kReenactDecides;
  const uint32_t found = decides ? asked_calls_made(*function) : frames_entered(*function);
  reenact_top->context = (reenact_top->context & ~function->positions) | found;
  context |= found;
  if (found == 0) {
    if (function->in_context == 1) keep_context_hits(*function);
    if (function->in_context != 0) function->in_context = 2;
    return;
  }
  if (decides)
    begin_asked_call(*function);
  else if (function->in_context == 0)
    forget(*function);
  else if (function->in_context == 2)
    std::memset(function->hits, 0, function->block_count);
  function->hits[0] = 1;
  function->in_context = 1;
}

void reenact_compare_int(ReenactFunction* function, uint32_t edge, uint32_t predicate, int64_t a, int64_t b) {
  compare(function, edge, integer_relation(predicate), a, b);
}

void reenact_compare_uint(ReenactFunction* function, uint32_t edge, uint32_t predicate, uint64_t a, uint64_t b) {
  compare(function, edge, integer_relation(predicate), a, b);
}

void reenact_compare_float(ReenactFunction* function, uint32_t edge, uint32_t predicate, double a, double b) {
  if (std::isnan(a) || std::isnan(b)) {
    // Unordered: ordered predicates (1..6) are false, unordered ones (9..14) true; 7 asks for order, 8 for disorder.
    const bool holds = predicate >= 8 && predicate != 0;
    lower(function, edge, holds ? 0 : 1);
    lower(function, edge + 1, holds ? 1 : 0);
    return;
  }
  compare(function, edge, float_relation(predicate), a, b);
}

void reenact_condition(ReenactFunction* function, uint32_t edge, uint8_t value) {
  lower(function, edge, value ? 0 : 1);
  lower(function, edge + 1, value ? 1 : 0);
}

void reenact_switch(ReenactFunction* function, uint32_t edge, uint64_t value, const uint64_t* cases, uint32_t count) {
  bool found = false;
  for (uint32_t i = 0; i < count; ++i) {
    const double distance = std::fabs(static_cast<double>(static_cast<int64_t>(value)) -
                                      static_cast<double>(static_cast<int64_t>(cases[i])));
    found = found || value == cases[i];
    lower(function, edge + 1 + i, distance);
  }
  lower(function, edge, found ? 1 : 0);
  // One case at a time: there may be hundreds, and what is compared comes again.
  static uint32_t turn = 0;
  if (count > 0 && asks_operands(function)) {
    const uint32_t chosen = turn++ % count;
    note_operands(*function, edge + 1 + chosen, static_cast<int64_t>(value), static_cast<int64_t>(cases[chosen]));
  }
}

void reenact_compare_text(ReenactFunction* function, uint32_t edge, const char* a, const char* b, uint64_t max_length,
                          uint8_t stops_at_nul, uint8_t true_when_equal) {
  double distance = 0;
  bool a_ended = a == nullptr, b_ended = b == nullptr;
  for (uint64_t i = 0; i < max_length && i < 4096; ++i) {
    const int x = a_ended ? 0 : static_cast<unsigned char>(a[i]);
    const int y = b_ended ? 0 : static_cast<unsigned char>(b[i]);
    if (x != y) distance += 1 + std::fabs(x - y) / 256;
    if (!stops_at_nul) continue;
    a_ended = a_ended || x == 0;
    b_ended = b_ended || y == 0;
    if (a_ended && b_ended) break;
  }
  const double equal = distance, differs = distance == 0 ? 1 : 0;
  lower(function, edge, true_when_equal ? equal : differs);
  lower(function, edge + 1, true_when_equal ? differs : equal);
  if (distance == 0 || !asks_operands(function)) return;
  const auto length_of = [&](const char* text) {
    return text == nullptr ? uint64_t{0} : stops_at_nul ? uint64_t{strnlen(text, max_length)} : max_length;
  };
  note_operands(*function, edge, a, length_of(a), b, length_of(b));
}

void reenact_compare_strings(ReenactFunction* function, uint32_t edge, const char* a, uint64_t a_length, const char* b,
                             uint64_t b_length, uint8_t true_when_equal) {
  constexpr uint64_t kLooked = 4096;
  const auto length_of = [](const char* text, uint64_t length) {
    if (text == nullptr) return uint64_t{0};
    return length == UINT64_MAX ? uint64_t{strnlen(text, kLooked)} : length;
  };
  a_length = length_of(a, a_length);
  b_length = length_of(b, b_length);
  const uint64_t longer = a_length > b_length ? a_length : b_length;
  double distance = 0;
  for (uint64_t i = 0; i < longer && i < kLooked; ++i) {
    const int x = i < a_length ? static_cast<unsigned char>(a[i]) : 0;
    const int y = i < b_length ? static_cast<unsigned char>(b[i]) : 0;
    if (x != y || i >= a_length || i >= b_length) distance += 1 + std::fabs(x - y) / 256;
  }
  const double equal = distance, differs = distance == 0 ? 1 : 0;
  lower(function, edge, true_when_equal ? equal : differs);
  lower(function, edge + 1, true_when_equal ? differs : equal);
  if (distance != 0 && asks_operands(function)) note_operands(*function, edge, a, a_length, b, b_length);
}

}  // extern "C"
