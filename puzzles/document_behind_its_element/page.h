#pragma once

#include <memory>
#include <string>

class Page;

class Line {
 public:
  int indent() const;
  int words() const;

 private:
  friend class Page;
  explicit Line(const Page& page) : page_(page) {}
  const Page& page_;
};

class Page {
 public:
  Page() : line_(new Line(*this)) {}
  void read(const std::string& text);
  void clear();
  const Line& first() const { return *line_; }

 private:
  friend class Line;
  std::unique_ptr<Line> line_;
  std::string text_;
  bool is_read_ = false;
};
