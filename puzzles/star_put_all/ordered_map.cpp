#include "ordered_map.h"

#include <stdexcept>

unsigned OrderedMap::index_of(int key) const {
  unsigned index = 0;
  while (index < size_ && keys_[index] != key) ++index;
  return index;
}

void OrderedMap::insert(unsigned index, int key, const char* value) {
  if (index > size_) throw std::out_of_range("no such index");
  if (size_ == kMost) throw std::length_error("the map is full");
  for (unsigned at = size_; at > index; --at) {
    keys_[at] = keys_[at - 1];
    values_[at] = values_[at - 1];
  }
  keys_[index] = key;
  values_[index] = value;
  ++size_;
}

void OrderedMap::remove(unsigned index) {
  --size_;
  for (unsigned at = index; at < size_; ++at) {
    keys_[at] = keys_[at + 1];
    values_[at] = values_[at + 1];
  }
}

const char* OrderedMap::put(int key, const char* value) {
  const unsigned index = index_of(key);
  const char* const before = index < size_ ? values_[index] : nullptr;
  if (index < size_)
    values_[index] = value;
  else
    insert(size_, key, value);
  return before;
}

const char* OrderedMap::put(unsigned index, int key, const char* value) {
  const unsigned at = index_of(key);
  const char* before = nullptr;
  if (at < size_) {
    before = values_[at];
    remove(at);
    if (at < index) --index;
  }
  insert(index, key, value);
  return before;
}

void OrderedMap::put_all(unsigned index, const OrderedMap& other) {
  if (index > size_) return;
  for (unsigned i = 0; i < other.size_; ++i) {
    put(index, other.keys_[i], other.values_[i]);
    ++index;
  }
}
