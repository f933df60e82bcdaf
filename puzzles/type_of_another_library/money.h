// Another library's header, as it would be found in /usr/include.
#pragma GCC system_header
#ifndef MONEY_H
#define MONEY_H

#include <string>

namespace money {

class Amount {
 public:
  Amount(long cents, const std::string& currency) : cents_(cents), currency_(currency) {}
  long cents() const { return cents_; }
  const std::string& currency() const { return currency_; }

 private:
  long cents_;
  std::string currency_;
};

/// One of several kinds of things, whichever it is made of.
template <typename... Kinds>
class OneOf {
 public:
  template <typename Kind>
  OneOf(const Kind& kind) : size_(sizeof kind) {}
  unsigned size() const { return size_; }

 private:
  unsigned size_;
};

}  // namespace money

#endif
