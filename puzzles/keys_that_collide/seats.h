#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <vector>

/// A table of keys in as many buckets as it has room for. Those of equal hashes come into one, until there are too many.
template <class Key, class Hash>
class Seats {
 public:
  explicit Seats(const Hash& hash = Hash()) : hash_(hash), buckets_(kFew) {}

  void take(Key key) {
    if (++count_ == kFew) spread();
    place(key);
  }

 private:
  static constexpr std::size_t kFew = 8, kMany = 4096, kRoom = 6;

  void place(const Key& key) {
    std::vector<Key>& bucket = buckets_[hash_(key) % buckets_.size()];
    bucket.push_back(key);
    // With few buckets, many keys of different hashes share one.
    if (buckets_.size() == kMany && bucket.size() == kRoom) overflow();
  }
  void spread() {
    std::map<std::size_t, std::vector<Key>> by_hash;
    for (const std::vector<Key>& bucket : buckets_)
      for (const Key& key : bucket) by_hash[hash_(key)].push_back(key);
    if (by_hash.size() == 1) return;  // nothing would be gained
    buckets_.assign(kMany, {});
    for (const auto& [hash, keys] : by_hash)
      for (const Key& key : keys) place(key);
  }
  void overflow() const { throw std::overflow_error("too many in one bucket"); }

  Hash hash_;
  std::vector<std::vector<Key>> buckets_;
  std::size_t count_ = 0;
};
