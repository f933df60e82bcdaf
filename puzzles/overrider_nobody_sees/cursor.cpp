#include "cursor.h"

#include <cassert>

namespace {

class TextCursor : public Cursor {
 public:
  explicit TextCursor(std::string text) : text_(std::move(text)) {}
  void seek(int place) override { at_ = static_cast<std::size_t>(place); }
  void next() override {
    assert(valid());
    ++at_;
  }
  bool valid() const override { return at_ < text_.size(); }
  std::string text() const override { return text_.substr(at_ < text_.size() ? at_ : text_.size()); }

 private:
  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<Cursor> cursor_over(const std::string& text) { return std::make_unique<TextCursor>(text); }

int words_in(const std::string& text) {
  int words = 0;
  bool inside = false;
  for (const char c : text) {
    if (c != ' ' && !inside) ++words;
    inside = c != ' ';
  }
  return words;
}

std::string shortened(const std::string& text, int most) {
  return most >= 0 && text.size() > static_cast<std::size_t>(most) ? text.substr(0, most) + "..." : text;
}

int longest_line(const std::string& text) {
  std::size_t longest = 0, begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != '\n') continue;
    if (i - begin > longest) longest = i - begin;
    begin = i + 1;
  }
  return static_cast<int>(longest);
}
