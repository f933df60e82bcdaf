// Tests of one function that takes a text, as a file: per test a 32-bit number of calls, per call a 32-bit
// length and the text's bytes; all in the machine's byte order, because writer and reader run one after the
// other on one machine.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace reenact::bench {

using TextTest = std::vector<std::string>;

class TestsFileWriter {
 public:
  explicit TestsFileWriter(const char* path) : file_(path, std::ios::binary) {}
  void begin_test(std::size_t calls) { number(calls); }
  void text(std::string_view text) {
    number(text.size());
    file_.write(text.data(), static_cast<std::streamsize>(text.size()));
  }

 private:
  void number(std::size_t value) {
    const auto narrow = static_cast<std::uint32_t>(value);
    file_.write(reinterpret_cast<const char*>(&narrow), sizeof narrow);
  }
  std::ofstream file_;
};

inline std::vector<TextTest> read_tests(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<TextTest> tests;
  std::uint32_t calls = 0, length = 0;
  while (file.read(reinterpret_cast<char*>(&calls), sizeof calls)) {
    TextTest& test = tests.emplace_back(calls);
    for (std::string& text : test) {
      file.read(reinterpret_cast<char*>(&length), sizeof length);
      text.resize(length);
      file.read(text.data(), length);
    }
  }
  return tests;
}

}  // namespace reenact::bench
