#include "strategy/exchange.h"

#include <utility>

namespace reenact {

std::optional<EntryId> Exchange::add(StrategyId by, Finding finding, std::optional<EntryId> from) {
  const std::lock_guard lock(mutex_);
  const EntryId id(entries_.size());
  if (const auto* test = std::get_if<ReachedTest>(&finding)) {
    if (best_ && test->fitness >= std::get<ReachedTest>(entries_[best_->index()].finding).fitness) return std::nullopt;
    best_ = id;
  }
  entries_.push_back({id, by, from, std::move(finding)});
  return id;
}

std::vector<const Entry*> Exchange::news_for(StrategyId reader, EntryId& first) const {
  const std::lock_guard lock(mutex_);
  std::vector<const Entry*> result;
  for (; first.index() < entries_.size(); ++first.value)
    if (const Entry& entry = entries_[first.index()]; entry.by != reader) result.push_back(&entry);
  return result;
}

const Entry* Exchange::best() const {
  const std::lock_guard lock(mutex_);
  return best_ ? &entries_[best_->index()] : nullptr;
}

std::size_t Exchange::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

const Entry& Exchange::operator[](EntryId id) const {
  const std::lock_guard lock(mutex_);
  return entries_[id.index()];
}

}  // namespace reenact
