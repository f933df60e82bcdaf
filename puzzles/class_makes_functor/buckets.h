#pragma once

#include <cstddef>
#include <string>
#include <vector>

void complain_about_empty_bucket(std::size_t bucket);

/// Keys in eight buckets, by their hash.
template <class Key, class Hash>
class Buckets {
 public:
  void put(const Key& key) { of(key).push_back(key); }

  /// Takes the last one out that shares the key's bucket.
  Key take(const Key& key) {
    std::vector<Key>& bucket = of(key);
    if (bucket.empty()) complain_about_empty_bucket(hash_(key) % kCount);
    const Key last = bucket.back();
    bucket.pop_back();
    return last;
  }

 private:
  static constexpr std::size_t kCount = 8;
  std::vector<Key>& of(const Key& key) { return buckets_[hash_(key) % kCount]; }

  Hash hash_;
  std::vector<Key> buckets_[kCount];
};
