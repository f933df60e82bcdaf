#include "strategy/concolic/knn_selector.h"

#include <algorithm>
#include <utility>

namespace reenact::concolic {

std::size_t class_of(const Prediction& prediction, std::size_t neighbours) {
  const bool unanimous = prediction.votes == neighbours;
  if (prediction.feasible) return unanimous ? 0 : 1;
  return unanimous ? 3 : 2;
}

KnnSelector::KnnSelector(const Expressions& expressions, Random& random, KnnOptions options)
    : slicer_(expressions), hash_(expressions), random_(random), options_(options), classifier_(options.neighbours) {}

void KnnSelector::add(Alternative alternative) {
  const Fingerprint fingerprint = fingerprint_of(slicer_(alternative.clauses()), hash_);
  classify({std::move(alternative), fingerprint, 0, added_++});
}

void KnnSelector::classify(Entry entry) {
  const Prediction prediction = classifier_.predict(entry.fingerprint);
  entry.similarity = prediction.similarity;
  auto& entries = classes_[class_of(prediction, options_.neighbours)];
  const auto place = std::ranges::upper_bound(entries, entry.number, {}, [](const Entry& each) { return each.number; });
  entries.insert(place, std::move(entry));
}

std::optional<Alternative> KnnSelector::next() {
  if (pending() == 0) return std::nullopt;
  auto& entries = classes_[draw_class()];
  const auto drawn = entries.begin() + static_cast<std::ptrdiff_t>(draw_entry(entries));
  Alternative result = std::move(drawn->alternative);
  entries.erase(drawn);
  return result;
}

std::size_t KnnSelector::draw_class() {
  unsigned total = 0;
  for (const unsigned share : options_.shares) total += share;
  auto drawn = static_cast<unsigned>(random_.below(total));
  std::size_t chosen = 0;
  while (drawn >= options_.shares[chosen]) drawn -= options_.shares[chosen++];
  while (classes_[chosen].empty()) chosen = (chosen + 1) % classes_.size();
  return chosen;
}

std::size_t KnnSelector::draw_entry(const std::vector<Entry>& entries) {
  double total = 0;
  for (const Entry& entry : entries) total += entry.similarity;
  // Nothing is similar to anything: all have the same chance.
  if (total <= 0) return random_.below(entries.size());
  double drawn = random_.uniform(0, total);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    drawn -= entries[i].similarity;
    if (drawn < 0) return i;
  }
  return entries.size() - 1;
}

void KnnSelector::attempted(const Alternative& alternative, bool feasible) {
  learn(fingerprint_of(slicer_(alternative.clauses()), hash_), feasible);
}

void KnnSelector::ran(const PathCondition& path) {
  std::vector<Clause> prefix;
  for (const Clause& clause : path) {
    prefix.push_back(clause);
    learn(fingerprint_of(slicer_(prefix), hash_), true);
  }
}

void KnnSelector::learn(const Fingerprint& fingerprint, bool feasible) {
  if (!classifier_.learn(fingerprint, feasible)) return;
  if (++learnt_since_ >= options_.reclassify_every) reclassify();
}

void KnnSelector::reclassify() {
  learnt_since_ = 0;
  std::vector<Entry> all;
  for (auto& entries : classes_) {
    std::ranges::move(entries, std::back_inserter(all));
    entries.clear();
  }
  for (Entry& entry : all) classify(std::move(entry));
}

std::size_t KnnSelector::pending() const {
  std::size_t count = 0;
  for (const auto& entries : classes_) count += entries.size();
  return count;
}

std::array<std::size_t, 4> KnnSelector::class_sizes() const {
  std::array<std::size_t, 4> sizes{};
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = classes_[i].size();
  return sizes;
}

}  // namespace reenact::concolic
