#include "run/region.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace reenact::concolic {
namespace {

constexpr std::uint64_t aligned(std::uint64_t offset) { return (offset + 63) / 64 * 64; }
constexpr std::uint64_t labels_offset() { return aligned(sizeof(ReenactConcolicRegion)); }
constexpr std::uint64_t clauses_offset(RegionSizes sizes) {
  return aligned(labels_offset() + std::uint64_t{sizes.labels} * sizeof(ReenactExpression));
}
constexpr std::uint64_t data_offset(RegionSizes sizes) {
  return aligned(clauses_offset(sizes) + std::uint64_t{sizes.clauses} * sizeof(ReenactClause));
}
constexpr std::uint64_t size_of(RegionSizes sizes) { return data_offset(sizes) + sizes.data; }

}  // namespace

std::size_t Region::bytes_for(RegionSizes sizes) { return size_of(sizes); }

Expected<Region> Region::make(RegionSizes sizes) {
  void* const memory = mmap(nullptr, size_of(sizes), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    return subject_error(
        fmt::format("no {} bytes of memory for a run's expressions: {}", size_of(sizes), strerror(errno)));
  Region region = in(memory, sizes);
  region.owned_ = true;
  return region;
}

Region Region::in(void* memory, RegionSizes sizes) {
  auto* const head = static_cast<ReenactConcolicRegion*>(memory);
  head->version = REENACT_CONCOLIC_VERSION;
  head->label_capacity = sizes.labels;
  head->clause_capacity = sizes.clauses;
  head->data_capacity = sizes.data;
  head->labels_offset = labels_offset();
  head->clauses_offset = clauses_offset(sizes);
  head->data_offset = data_offset(sizes);
  return Region(head, sizes, false);
}

Region::~Region() {
  if (owned_ && head_ != nullptr) munmap(head_, size_of(sizes_));
}

Region::Region(Region&& other) noexcept
    : head_(std::exchange(other.head_, nullptr)), sizes_(other.sizes_), owned_(other.owned_) {}

template <typename T>
std::span<const T> Region::part(std::uint64_t offset, std::uint32_t count, std::uint32_t capacity) const {
  const auto* const first = reinterpret_cast<const T*>(reinterpret_cast<const char*>(head_) + offset);
  return {first, std::min(count, capacity)};
}

std::span<const ReenactExpression> Region::labels() const {
  return part<ReenactExpression>(labels_offset(), head_->label_count, sizes_.labels);
}
std::span<const ReenactClause> Region::clauses() const {
  return part<ReenactClause>(clauses_offset(sizes_), head_->clause_count, sizes_.clauses);
}
std::span<const std::uint8_t> Region::data() const {
  return part<std::uint8_t>(data_offset(sizes_), head_->data_size, sizes_.data);
}

}  // namespace reenact::concolic
