#include "bad_access.h"

static std::optional<int> find_root(int square) {
  for (int root = 0; root < 4; ++root)
    if (root * root == square) return root;
  return std::nullopt;
}

int root(int square) {
  if (square < 0) return 0;
  const std::optional<int> found = find_root(square);
  return found.value();
}

void Setting::set(int value) { value_ = value; }

void Setting::clear() { value_.reset(); }

int Setting::value() const { return value_.value(); }

void Cell::write(const std::string& text) { content_ = text; }

void Cell::write(int number) { content_ = number; }

int Cell::number() const { return std::get<int>(content_); }

unsigned long length_of(const std::optional<std::string>& text) { return text.value().size(); }

Field::Field(int size) : size_(size) {}

double Field::share(int of) const {
  if (of == 0) return 0;
  return std::get<double>(size_) / of;
}
