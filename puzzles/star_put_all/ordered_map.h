#pragma once

/// Keys with values, in an order that callers choose.
class OrderedMap {
 public:
  /// Behind all others, or where the key is already. Returns the key's value before, or null.
  const char* put(int key, const char* value);
  /// At `index`; if the key is there already, it moves. Returns the key's value before, or null.
  const char* put(unsigned index, int key, const char* value);
  /// All of `other`, in its order, from `index` on.
  void put_all(unsigned index, const OrderedMap& other);
  unsigned size() const { return size_; }

 private:
  static const unsigned kMost = 8;
  unsigned index_of(int key) const;
  void insert(unsigned index, int key, const char* value);
  void remove(unsigned index);

  int keys_[kMost];
  const char* values_[kMost];
  unsigned size_ = 0;
};
