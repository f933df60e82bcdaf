#include "run/segment.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

namespace reenact {
namespace {

std::size_t aligned(std::size_t size) { return (size + 63) & ~std::size_t{63}; }

/// In the order of an observation's rows.
std::vector<FunctionId> observed(const RunOptions& options) {
  std::vector<FunctionId> result = options.enabled;
  result.insert(result.end(), options.deciding.begin(), options.deciding.end());
  return result;
}

std::string names_of(const ProgramModel& program, const std::vector<FunctionId>& functions) {
  std::string result;
  for (const FunctionId id : functions) result += program[id].linkage_name + '\0';
  return result + '\0';
}

/// Bytes for the linkage names of all functions.
std::size_t names_capacity(const ProgramModel& program) {
  std::size_t names = 1;
  for (const Function& function : program.functions) names += function.linkage_name.size() + 1;
  return 4 * names + (1u << 20);  // an inline function is registered once per unit
}

void add(const ReenactOperands& slot, SeenOperands& operands) {
  const auto text = [&](int which) {
    return std::string_view(slot.values.texts[which],
                            std::min<std::uint32_t>(peek(slot.lengths[which]), kReenactMaxOperand));
  };
  if (slot.kind == kReenactIntegers) operands.add_integers(slot.values.integers[0], slot.values.integers[1]);
  if (slot.kind == kReenactReals) operands.add_reals(slot.values.reals[0], slot.values.reals[1]);
  if (slot.kind == kReenactTexts) operands.add_texts(text(0), text(1));
}

}  // namespace

Segment::Segment(const ProgramModel& program, const RunOptions& options) {
  layout_.abi_version = REENACT_ABI_VERSION;
  layout_.child_tests = options.child_tests;
  layout_.test_timeout_ms = options.test_timeout_ms;
  layout_.alone_timeout_ms = std::max(options.alone_timeout_ms, options.test_timeout_ms);
  layout_.memory_limit_mb = options.memory_limit_mb;
  layout_.test_stack_kb = options.test_stack_kb;
  layout_.address_sanitizer = options.address_sanitizer ? 1 : 0;
  layout_.heap_history = (options.releases ? kReenactReleases : 0) | (options.allocations ? kReenactAllocations : 0) |
                         (options.before_block ? kReenactBeforeBlock : 0) |
                         (options.behind_block ? kReenactBehindBlock : 0);
  layout_.throw_shown = options.throw_shown ? 1 : 0;
  options.scratch.string().copy(layout_.scratch, sizeof(layout_.scratch) - 1);
  set_goal(options);
  layout_.size = aligned(sizeof(ReenactControl));
  const std::string enabled = names_of(program, observed(options)), watched = names_of(program, options.watched);
  layout_.enabled_offset = reserve(enabled.size());
  layout_.watched_offset = reserve(watched.size());
  lay_out(program, options);
  map();
  *control_ = layout_;
  if (options.region) region_.emplace(concolic::Region::in(at<void>(layout_.concolic_offset), *options.region));
  enabled.copy(at<char>(layout_.enabled_offset), enabled.size());
  watched.copy(at<char>(layout_.watched_offset), watched.size());
}

Segment::~Segment() {
  munmap(control_, layout_.size);
  close(memory_);
}

std::size_t Segment::reserve(std::size_t bytes) {
  const std::size_t start = layout_.size;
  layout_.size += aligned(bytes);
  return start;
}

void Segment::lay_out(const ProgramModel& program, const RunOptions& options) {
  std::size_t coverage = 0, edges = 0, watched_blocks = 0;
  for (const FunctionId id : observed(options)) {
    const std::size_t count = program[id].edge_count + program[id].truth_count;
    edges += count;
    coverage += ((program[id].blocks.size() + 3) & ~std::size_t{3}) + count * sizeof(float) + sizeof(std::uint32_t);
  }
  for (const FunctionId id : options.watched) watched_blocks += program[id].blocks.size();
  layout_.enabled_bytes = static_cast<std::uint32_t>(coverage);
  layout_.seen_size = 4 * watched_blocks;  // an inline function may have copies
  layout_.seen_offset = reserve(layout_.seen_size);
  layout_.nearest_size = 4 * edges * sizeof(float);
  layout_.nearest_offset = reserve(layout_.nearest_size);
  layout_.names_capacity = names_capacity(program);
  layout_.names_offset = reserve(layout_.names_capacity);
  layout_.entered_offset = reserve(layout_.names_capacity);
  layout_.test_offsets_offset = reserve(kMaxTests * sizeof(std::uint32_t));
  layout_.tests_offset = reserve(kTestWords * sizeof(std::uint32_t));
  layout_.observation_stride = aligned(sizeof(ReenactObservation) + coverage);
  layout_.observations_offset = reserve(kMaxTests * layout_.observation_stride);
  if (options.operands != nullptr) layout_.operands_offset = reserve(sizeof(ReenactOperandTable));
  if (options.region) layout_.concolic_offset = reserve(concolic::Region::bytes_for(*options.region));
}

void Segment::set_goal(const RunOptions& options) {
  static_assert(kMaxContext == kReenactMaxGoal && kMaxContextLines == kReenactMaxLines);
  const std::vector<FunctionId> functions = observed(options);
  const auto index = [&](FunctionId function) {
    return static_cast<std::uint32_t>(std::ranges::find(functions, function) - functions.begin());
  };
  layout_.goal_functions = static_cast<std::uint32_t>(options.enabled.size());
  for (const ContextFrame& frame : options.context) {
    if (index(frame.function) >= layout_.goal_functions || layout_.goal_count == kMaxContext) break;
    ReenactGoalFrame& goal = layout_.goal[layout_.goal_count++];
    goal.function = index(frame.function);
    goal.is_called_from_afar = frame.is_called_from_afar ? 1 : 0;
    for (std::size_t i = 0; i < std::min(frame.lines.size(), kMaxContextLines); ++i)
      goal.lines[i] = frame.lines[i].value;
  }
  if (layout_.goal_count != options.context.size()) return;
  for (const AskedCall& call : options.asked) {
    if (index(call.callee) == functions.size() || layout_.goal_count + layout_.asked_count == kMaxContext) break;
    layout_.asked[layout_.asked_count++] = {index(call.callee), call.caller, call.line.value};
  }
}

void Segment::map() {
  memory_ = memfd_create("reenact", MFD_ALLOW_SEALING);  // inherited by the worker
  // Who shortens it takes the engine's memory away.
  if (memory_ < 0 || ftruncate(memory_, static_cast<off_t>(layout_.size)) != 0 ||
      fcntl(memory_, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0)
    throw std::runtime_error("no shared memory");
  void* mapped = mmap(nullptr, layout_.size, PROT_READ | PROT_WRITE, MAP_SHARED, memory_, 0);
  if (mapped == MAP_FAILED) throw std::runtime_error("cannot map shared memory");
  control_ = static_cast<ReenactControl*>(mapped);
}

bool Segment::intact() const { return std::memcmp(control_, &layout_, offsetof(ReenactControl, ready)) == 0; }

void Segment::for_each_name(const std::function<void(std::string_view)>& each) const {
  std::string_view names(at<const char>(layout_.names_offset), layout_.names_capacity);
  for (std::size_t end = names.find('\0'); end != 0 && end != std::string_view::npos; end = names.find('\0')) {
    each(names.substr(0, end));
    names.remove_prefix(end + 1);
  }
}

RunCosts Segment::costs() const {
  const std::uint64_t microseconds = __atomic_load_n(&control_->hung_us, __ATOMIC_ACQUIRE);
  return {.outlived = peek(control_->outlived),
          .hangs = std::uint64_t{peek(control_->hung)} + peek(control_->cut_off),
          .hang_seconds = static_cast<double>(microseconds) / 1e6,
          .processes = std::uint64_t{1} + peek(control_->deaths)};
}

void Segment::take_operands(SeenOperands* operands) {
  auto& table = *at<ReenactOperandTable>(layout_.operands_offset);
  const std::uint32_t count = std::min<std::uint32_t>(peek(table.count), kReenactOperandSlots);
  for (std::uint32_t i = 0; i < count; ++i) {
    ReenactOperands& slot = table.slots[table.filled[i] % kReenactOperandSlots];
    if (operands != nullptr) add(slot, *operands);
    slot.kind = kReenactFree;
  }
  table.count = 0;
}

}  // namespace reenact
