#pragma once

#include <map>
#include <string>

class Registry {
 public:
  static Registry& instance();
  void add(const std::string& name, int id);

 private:
  Registry() = default;
  std::map<int, std::string> names_;
};
