#ifndef LINKS_H
#define LINKS_H

#include <cassert>

class Link {
 public:
  void cut() const { assert(number_ < 3); }

 private:
  template <class Call>
  friend class Signal;
  explicit Link(int number) : number_(number) {}
  int number_;
};

template <class Call>
class Signal;

/// Nothing here makes one: which calls make sense, its users say.
template <class... Arguments>
class Signal<void(Arguments...)> {
 public:
  Link link() { return Link(++links_); }

 private:
  int links_ = 0;
};

#endif
