#pragma once

#include <string>

/// Documents by key: read only what was opened.
class Store {
 public:
  void open(const std::string& key);
  int read(const std::string& key);

 private:
  std::string open_;
};
