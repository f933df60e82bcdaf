// The paper's program (section 2), rebuilt from its description, and what C++ adds: strings, containers, exceptions, virtual calls.
#include <cassert>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace {

class SampleClass {
 public:
  explicit SampleClass(const std::int32_t* numbers) : a_(numbers, numbers + 5), b_(numbers + 5, numbers + 15) {
    for (const std::int32_t each : b_)
      if (each < 0) throw std::invalid_argument("negative");
  }

  std::string run() const {
    int k = 0;
    bool flag = true;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      if (a_[i] > static_cast<std::int32_t>(i) * 10) {
        if (b_[i] < 0) k = 1;
      } else {
        flag = false;
      }
    }
    if (k != 0) throw std::logic_error("assertion");
    return flag ? "Yes" : "No";
  }

 private:
  std::vector<std::int32_t> a_, b_;
};

struct Shape {
  virtual ~Shape() = default;
  virtual int corners(int scale) const = 0;
};
struct Square final : Shape {
  int corners(int scale) const override { return 4 * scale; }
};
struct Triangle final : Shape {
  int corners(int scale) const override { return 3 * scale; }
};

}  // namespace

extern "C" int runs_sample(const char* text, std::size_t size) {
  if (size < 60) return 0;
  std::int32_t numbers[15];
  std::memcpy(numbers, text, sizeof numbers);
  try {
    if (SampleClass(numbers).run() == "Yes") return 1;
    return 0;
  } catch (const std::invalid_argument&) {
    return 2;
  }
}

extern "C" int looks_up_strings(const char* text, std::size_t size) {
  const std::map<std::string, int> known{{"alpha", 1}, {"omega", 24}};
  const auto found = known.find(std::string(text, std::min<std::size_t>(size, 5)));
  if (found != known.end() && found->second == 24) return 1;
  return 0;
}

extern "C" int compares_strings(const char* text, std::size_t size) {
  const std::string whole(text, size);
  const std::size_t colon = whole.find(':');
  if (colon == std::string::npos) return 0;
  if (whole.substr(0, colon) != "user") return 0;
  if (whole.substr(colon + 1) == "a longer text than fits into the object") return 1;
  return 0;
}

extern "C" int calls_virtually(const char* text, std::size_t size) {
  if (size < 2) return 0;
  std::unique_ptr<Shape> shape;
  if (text[0] == 't')
    shape = std::make_unique<Triangle>();
  else
    shape = std::make_unique<Square>();
  if (shape->corners(text[1]) == 333) return 1;
  return 0;
}
