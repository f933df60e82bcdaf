#pragma once
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace hashed {

/// Keys and values in buckets; grows by one bucket with each key.
template <class Key, class Value, class Hash = std::hash<Key>, class Equal = std::equal_to<Key>>
class Table {
 public:
  void put(const Key& key, const Value& value) {
    buckets_.emplace_back();
    bucket_of(key).emplace_back(key, value);
  }
  const Value& at(const Key& key) const {
    for (const auto& [known, value] : buckets_.at(place_of(key)))
      if (Equal{}(known, key)) return value;
    throw std::out_of_range("no such key");
  }

 private:
  using Bucket = std::vector<std::pair<Key, Value>>;
  std::size_t place_of(const Key& key) const {
    if (buckets_.empty()) throw std::logic_error("there are no buckets");
    return Hash{}(key) % buckets_.size();
  }
  Bucket& bucket_of(const Key& key) { return buckets_[place_of(key)]; }
  std::vector<Bucket> buckets_;
};

}  // namespace hashed
