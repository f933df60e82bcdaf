#pragma once

#include <memory>
#include <string>

class Cursor {
 public:
  virtual ~Cursor() = default;
  virtual void seek(int place) = 0;
  virtual void next() = 0;
  virtual bool valid() const = 0;
  virtual std::string text() const = 0;
};

std::unique_ptr<Cursor> cursor_over(const std::string& text);
int words_in(const std::string& text);
std::string shortened(const std::string& text, int most);
int longest_line(const std::string& text);
