#ifndef PARSER_H
#define PARSER_H

#include <memory>

class Parser {
 public:
  Parser() : depth_(new int(0)) {}
  int depth() const;

 private:
  std::unique_ptr<int> depth_;
};

#endif
