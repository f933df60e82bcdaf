#pragma once

struct Point {
  int x;
  int y;
};

class Cursor {
 public:
  void show(const Point* at);
  void hide();
  int x() const;

 private:
  Point home_ = {};
  const Point* at_ = &home_;
};

class Chain {
 public:
  Chain() = default;
  ~Chain();
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;
  void add(int value);
  int second() const;

 private:
  struct Link {
    int value;
    Link* next;
  };
  Link* first_ = nullptr;
};

class Meter {
 public:
  using Unit = int (*)(int);
  void measure_in(int unit);
  int read(int value) const;

 private:
  Unit unit_ = nullptr;
};

/// The value of a key, null if there is none.
const char* value_of(const char* key);
/// How long the value of `key` is.
unsigned long length_of_value(const char* key);

class Book {
 public:
  void write(int page);
  int last() const;

 private:
  int pages_[4] = {};
  int* last_ = nullptr;
};
