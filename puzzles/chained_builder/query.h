#pragma once

#include <string>

class Query {
 public:
  Query& from(const std::string& table);
  Query& limit(int rows);
  std::string text() const;

 private:
  std::string table_;
  int rows_ = 0;
};
