// The shared segment of one worker, as the engine sees it.
//
// The subject can write all of it, at any time. So the engine keeps its own copy of where things are, and whatever it
// reads goes through here: counts are clamped, texts end, and nothing read is an address or a process.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <span>
#include <string_view>

#include "abi/abi.h"
#include "run/fork_server.h"

namespace reenact {

/// A word that may change at any time, read once.
[[nodiscard]] inline std::uint32_t peek(const std::uint32_t& word) { return __atomic_load_n(&word, __ATOMIC_ACQUIRE); }

/// A text that may have lost its end.
template <std::size_t N>
[[nodiscard]] std::string_view text_in(const char (&text)[N]) {
  return {text, strnlen(text, N)};
}

/// The frames that are there.
[[nodiscard]] inline std::span<const ReenactTraceEntry> frames_in(const ReenactObservation& observation) {
  return {observation.frames, std::min<std::uint32_t>(peek(observation.frame_count), kReenactMaxFrames)};
}

[[nodiscard]] inline std::span<const ReenactTraceEntry> frames_in(const ReenactDeed& deed) {
  return {deed.frames, std::min<std::uint32_t>(peek(deed.count), kReenactMaxDeed)};
}

class Segment {
 public:
  static constexpr std::size_t kMaxTests = 256;
  static constexpr std::size_t kTestWords = 4u << 20;  // 16 MB of encoded tests a batch

  /// Throws std::runtime_error where there is no memory for it.
  Segment(const ProgramModel& program, const RunOptions& options);
  ~Segment();
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  /// Inherited by the worker; nobody can change its size.
  [[nodiscard]] int descriptor() const { return memory_; }
  /// What the engine wrote, from `abi_version` to `scratch`.
  [[nodiscard]] const ReenactControl& layout() const { return layout_; }
  /// For what is written while the worker runs. Nothing else in it is to be believed.
  [[nodiscard]] ReenactControl& control() const { return *control_; }
  /// False: something overwrote what only the engine writes; then nothing in the segment means anything.
  [[nodiscard]] bool intact() const;

  [[nodiscard]] std::uint32_t* test_offsets() const { return at<std::uint32_t>(layout_.test_offsets_offset); }
  [[nodiscard]] std::uint32_t* tests() const { return at<std::uint32_t>(layout_.tests_offset); }
  /// REQUIRES: i < kMaxTests. Coverage follows it: `enabled_bytes` of the layout.
  [[nodiscard]] ReenactObservation& observation(std::size_t i) const {
    return *at<ReenactObservation>(layout_.observations_offset + i * layout_.observation_stride);
  }
  /// Calls `each` with every name that the worker published, in the order of runtime ids.
  void for_each_name(const std::function<void(std::string_view)>& each) const;
  /// Before a batch that is to tell what its test enters: whoever is killed tells nothing.
  void forget_entered() const { std::memset(at<void>(layout_.entered_offset), 0, layout_.names_capacity); }
  /// By runtime id, of a batch that was to tell it: was the function entered?
  [[nodiscard]] bool has_entered(std::uint32_t runtime_id) const {
    return runtime_id < layout_.names_capacity && at<std::uint8_t>(layout_.entered_offset)[runtime_id] != 0;
  }
  /// So far, as the worker tells.
  [[nodiscard]] RunCosts costs() const;
  /// Moves what comparisons compared to `operands`; null: nowhere. REQUIRES: RunOptions::operands.
  void take_operands(SeenOperands* operands);
  /// REQUIRES: RunOptions::region.
  [[nodiscard]] const concolic::Region& region() const { return *region_; }

 private:
  /// Reserves the areas whose sizes depend on the program.
  void lay_out(const ProgramModel& program, const RunOptions& options);
  void set_goal(const RunOptions& options);
  void map();
  std::size_t reserve(std::size_t bytes);
  template <typename T>
  [[nodiscard]] T* at(std::uint64_t offset) const {
    return reinterpret_cast<T*>(reinterpret_cast<char*>(control_) + offset);
  }

  ReenactControl layout_{};
  ReenactControl* control_ = nullptr;
  int memory_ = -1;
  std::optional<concolic::Region> region_;
};

}  // namespace reenact
