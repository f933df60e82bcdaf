#ifndef SAMPLE_H
#define SAMPLE_H

#include <string>
#include <vector>

/// The class of Tardis' paper (section 2, listing 1), rebuilt from its description.
class SampleClass {
 public:
  /// Five numbers, and ten that must not be negative: throws std::invalid_argument.
  SampleClass(int a0, int a1, int a2, int a3, int a4, int b0, int b1, int b2, int b3, int b4, int b5, int b6, int b7,
              int b8, int b9);
  /// "Yes" if each of the five is large enough for its place, else "No". Of 32 paths one says "Yes".
  std::string run() const;

 private:
  std::vector<int> a_, b_;
};

#endif
