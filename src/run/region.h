// The memory in which a run leaves its expressions and clauses, from the engine's side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "abi/concolic.h"
#include "base/error.h"

namespace reenact::concolic {

struct RegionSizes {
  std::uint32_t labels = 1u << 18;
  std::uint32_t clauses = 1u << 15;
  std::uint32_t data = 1u << 22;  // bytes of constant tables
};

/// Where things are in it is known from the sizes: nothing the subject wrote is taken for an offset, and counts only up to what
/// there is.
class Region {
 public:
  /// Owns its memory. Errors: there is none for it.
  [[nodiscard]] static Expected<Region> make(RegionSizes sizes = {});
  /// In memory that is somebody else's, is 0, and has bytes_for(sizes).
  [[nodiscard]] static Region in(void* memory, RegionSizes sizes);
  [[nodiscard]] static std::size_t bytes_for(RegionSizes sizes);
  ~Region();
  Region(Region&& other) noexcept;
  Region& operator=(Region&&) = delete;

  [[nodiscard]] ReenactConcolicRegion* shared() { return head_; }
  [[nodiscard]] std::span<const ReenactExpression> labels() const;
  [[nodiscard]] std::span<const ReenactClause> clauses() const;
  [[nodiscard]] std::span<const std::uint8_t> data() const;
  [[nodiscard]] std::uint64_t concretised(ReenactConcretised reason) const { return head_->concretised[reason]; }

 private:
  Region(ReenactConcolicRegion* head, RegionSizes sizes, bool owned) : head_(head), sizes_(sizes), owned_(owned) {}
  template <typename T>
  [[nodiscard]] std::span<const T> part(std::uint64_t offset, std::uint32_t count, std::uint32_t capacity) const;

  ReenactConcolicRegion* head_;
  RegionSizes sizes_;
  bool owned_;
};

}  // namespace reenact::concolic
