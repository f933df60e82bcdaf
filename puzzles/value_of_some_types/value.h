// A value of a few types. What it cannot hold, the templates around it can be asked for nevertheless: nobody may link that.
#pragma once
#include <map>
#include <string>

class Value {
 public:
  Value() = default;
  explicit Value(bool flag) : flag_(flag) {}
  template <typename T>
  bool is() const;
  template <typename T>
  const T& get() const;

 private:
  bool flag_ = false;
  std::string text_;
};

template <>
inline bool Value::is<bool>() const {
  return true;
}
template <>
inline const bool& Value::get<bool>() const {
  return flag_;
}

class Table {
 public:
  void put(const std::string& key, bool flag) { values_[key] = Value(flag); }
  template <typename T>
  bool has(const std::string& key) const {
    const auto it = values_.find(key);
    return it != values_.end() && it->second.is<T>();
  }
  template <typename T>
  const T& get(const std::string& key, const T& otherwise) const {
    return has<T>(key) ? values_.find(key)->second.get<T>() : otherwise;
  }
  const Value& first() const;

 private:
  std::map<std::string, Value> values_;
};
