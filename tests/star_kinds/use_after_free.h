#pragma once
#include <vector>

class Page {
 public:
  Page();
  ~Page();
  Page(const Page&) = delete;
  Page& operator=(const Page&) = delete;
  void tear_out();
  int number() const;

 private:
  int* number_;
};

class Names {
 public:
  Names() = default;
  ~Names();
  Names(const Names&) = delete;
  Names& operator=(const Names&) = delete;
  void add(char initial);
  void remove_first();
  char last() const;

 private:
  struct Name {
    char initial;
    Name* next;
  };
  Name* first_ = nullptr;
  Name* last_ = nullptr;
};

class Numbers {
 public:
  Numbers();
  void keep_first();
  void add(int number);
  int kept() const;

 private:
  std::vector<int> numbers_;
  int* kept_ = nullptr;
};

/// The first of `count` numbers, in descending order.
int first_of(int count);

class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  void restart(bool quickly);
  int id() const;

 private:
  int* id_;
};
