#include "api/contracts/length_pairs.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "api/contracts/declared_contracts.h"
#include "api/contracts/lifetimes.h"

namespace reenact::api {

using namespace clang;

namespace {

bool is_array_source(const ApiModel& api, const Source& source) {
  const TypeKind kind = api[source.type].kind;
  return kind == TypeKind::kText || kind == TypeKind::kNumbers;
}

/// Texts and numbers come first, in blocks of exactly their size; false: there are none.
bool take_as_buffer(const ApiModel& api, Parameter& buffer) {
  std::vector<Source> buffers;
  for (const Source& source : buffer.sources)
    if (is_array_source(api, source)) buffers.push_back({source.type, PassMode::kBuffer});
  if (buffers.empty()) return false;
  std::ranges::copy_if(buffer.sources, std::back_inserter(buffers),
                       [](const Source& source) { return source.mode != PassMode::kBuffer; });
  buffer.sources = std::move(buffers);
  return true;
}

bool is_width(const std::string& name) {
  static constexpr std::array<std::string_view, 5> kWords{"width", "w", "cols", "columns", "ncols"};
  return has_word(name, kWords);
}

bool is_height(const std::string& name) {
  static constexpr std::array<std::string_view, 5> kWords{"height", "h", "rows", "nrows", "lines"};
  return has_word(name, kWords);
}

bool is_depth(const std::string& name) {
  static constexpr std::array<std::string_view, 4> kWords{"channels", "components", "comp", "nchannels"};
  return has_word(name, kWords);
}

bool is_stride(const std::string& name) {
  static constexpr std::array<std::string_view, 2> kWords{"stride", "pitch"};
  return has_word(name, kWords);
}

bool is_plane(const std::string& name) {
  static constexpr std::array<std::string_view, 20> kWords{
      "pixels", "image", "img",    "bitmap", "pix", "frame", "data", "buf", "buffer", "bits",
      "map",    "grid",  "matrix", "mat",    "m",   "cells", "src",  "dst", "values", "samples"};
  return has_word(name, kWords);
}

/// `a` and `b`, `xs` and `ys`, `in1` and `in2`
bool are_alike(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.size(); ++i) different += a[i] != b[i] ? 1 : 0;
  return different == 1;
}

/// Finds who measures what.
class Measuring {
 public:
  Measuring(const ApiModel& api, Callable& callable, const FunctionDecl* function, std::size_t first, std::size_t count)
      : api_(api), callable_(callable), function_(function), first_(first), count_(count) {}

  void run() {
    if (const auto product = declared_product(function_)) {
      const auto array = array_beside(product->by);
      if (array) measure(*array, product->by, product->unit);
    }
    for (std::size_t i = 0; i < count_; ++i)
      if (is_free_array(i)) measure_by_names(i);
    // From the last on: of three arrays with one count the first is known by the second.
    for (std::size_t i = count_; i-- > 0;)
      if (is_free_array(i)) measure_by_neighbour(i);
  }

 private:
  [[nodiscard]] QualType type(std::size_t i) const {
    return function_->getParamDecl(static_cast<unsigned>(i))->getType().getCanonicalType().getUnqualifiedType();
  }
  [[nodiscard]] std::string name(std::size_t i) const {
    return function_->getParamDecl(static_cast<unsigned>(i))->getNameAsString();
  }
  [[nodiscard]] Parameter& parameter(std::size_t i) const { return callable_.parameters[first_ + i]; }

  [[nodiscard]] bool is_number(std::size_t i) const {
    return i < count_ && type(i)->isIntegerType() && !type(i)->isBooleanType() && !type(i)->isEnumeralType() &&
           !parameter(i).length_of;
  }
  /// Of which parameter the array is its own; nullopt: of none.
  [[nodiscard]] std::optional<std::size_t> length_of(std::size_t i) const {
    for (std::size_t k = 0; k < count_; ++k)
      if (parameter(k).length_of == first_ + i) return k;
    return std::nullopt;
  }
  [[nodiscard]] bool is_free_array(std::size_t i) const {
    return type(i)->isPointerType() && parameter(i).measured_by.empty() && parameter(i).least == 0 && !length_of(i) &&
           std::ranges::any_of(parameter(i).sources, [&](const Source& each) { return is_array_source(api_, each); });
  }
  void measure(std::size_t array, const std::vector<unsigned>& by, unsigned unit) const {
    if (!take_as_buffer(api_, parameter(array))) return;
    // Pixels have no NUL behind them.
    std::erase_if(parameter(array).sources, [](const Source& each) { return each.mode == PassMode::kCString; });
    for (const unsigned each : by) parameter(array).measured_by.push_back(static_cast<std::uint32_t>(first_ + each));
    parameter(array).measured_unit = unit;
  }

  /// The array in front of what is multiplied, else behind it, else the only one.
  [[nodiscard]] std::optional<std::size_t> array_beside(const std::vector<unsigned>& factors) const {
    const auto [least, most] = std::ranges::minmax(factors);
    if (most >= count_ || !std::ranges::all_of(factors, [&](unsigned each) { return is_number(each); }))
      return std::nullopt;
    if (least > 0 && is_free_array(least - 1)) return least - 1;
    if (most + 1 < count_ && is_free_array(most + 1)) return most + 1;
    std::optional<std::size_t> only;
    for (std::size_t i = 0; i < count_; ++i) {
      if (is_free_array(i) && only) return std::nullopt;
      if (is_free_array(i)) only = i;
    }
    return only;
  }

  /// `mean(const unsigned char* pixels, int width, int height)`, `void fill(int width, int height, void* pixels)`. A title beside the size
  /// of a window is no array of that size.
  void measure_by_names(std::size_t array) const {
    const QualType element = type(array)->getPointeeType();
    const bool is_text = element->isVoidType() || element->isSpecificBuiltinType(BuiltinType::Char_S) ||
                         element->isSpecificBuiltinType(BuiltinType::Char_U);
    const bool is_sure = element.isConstQualified() || element->isSpecificBuiltinType(BuiltinType::UChar);
    if ((is_text || !is_sure) && !is_plane(name(array))) return;
    std::vector<unsigned> numbers;
    for (std::size_t i = array + 1; is_number(i); ++i) numbers.push_back(static_cast<unsigned>(i));
    if (numbers.empty())
      for (std::size_t i = array; i > 0 && is_number(i - 1); --i) numbers.push_back(static_cast<unsigned>(i - 1));
    const auto named = [&](bool (*is_meant)(const std::string&)) {
      return std::ranges::find_if(numbers, [&](unsigned each) { return is_meant(name(each)); });
    };
    const auto width = named(is_width), height = named(is_height), depth = named(is_depth), stride = named(is_stride);
    if (width == numbers.end() || height == numbers.end() || width == height) return;
    if (stride != numbers.end()) {
      if (is_text || element->isCharType()) measure(array, {*stride, *height}, 1);
    } else if (depth != numbers.end()) {
      measure(array, {*width, *height, *depth}, 1);
    } else {
      measure(array, {*width, *height}, 1);
    }
  }

  /// `area(const double* xs, const double* ys, int n)`: `n` counts both. Of texts each has an end of its own, and of bytes a key is no
  /// second array: there the names have to be alike.
  void measure_by_neighbour(std::size_t array) const {
    for (const std::size_t other : {array + 1, array - 1}) {
      if (other >= count_ || type(other) != type(array)) continue;
      const QualType element = type(array)->getPointeeType();
      const bool is_bytes = element->isCharType() || element->isVoidType();
      if (is_bytes && (element->isSpecificBuiltinType(BuiltinType::Char_S) || !are_alike(name(array), name(other))))
        continue;
      const auto own = length_of(other);
      // The count stands beyond the other one, as it is of both.
      if (own && (*own > other) == (other > array)) return measure(array, {static_cast<unsigned>(*own)}, 1);
      const Parameter& measured = parameter(other);
      if (measured.measured_by.size() != 1 || measured.measured_unit != 1) continue;
      return measure(array, {static_cast<unsigned>(measured.measured_by.front() - first_)}, 1);
    }
  }

  const ApiModel& api_;
  Callable& callable_;
  const FunctionDecl* function_;
  const std::size_t first_, count_;
};

}  // namespace

void pair_up(const ApiModel& api, Parameter& buffer, Parameter& length, std::uint32_t buffer_index) {
  length.length_of = buffer_index;
  if (!take_as_buffer(api, buffer)) return;
  std::vector<Source> lengths;
  for (const Source& source : buffer.sources)
    if (source.mode == PassMode::kBuffer) lengths.push_back({source.type, PassMode::kLength});
  lengths.insert(lengths.end(), length.sources.begin(), length.sources.end());
  length.sources = lengths;
}

void measure_arrays(const ApiModel& api, Callable& callable, const FunctionDecl* function, std::size_t first,
                    std::size_t count) {
  Measuring(api, callable, function, first, count).run();
}

}  // namespace reenact::api
