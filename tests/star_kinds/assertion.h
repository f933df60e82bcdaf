#pragma once
#include <string>

/// The middle of two numbers in order.
int middle(int from, int to);

class Stack {
 public:
  void push(int value);
  int pop();

 private:
  int values_[8] = {};
  int depth_ = 0;
};

class Label {
 public:
  void set(const std::string& text);
  char initial() const;

 private:
  std::string text_ = "none";
};

/// Tells whether `word` begins with a sign; words of one character are none.
bool has_sign(const char* word);

class Queue {
 public:
  void close();
  void add(int value);
  void drain();

 private:
  void check() const;
  bool is_closed_ = false;
  int waiting_ = 0;
};
