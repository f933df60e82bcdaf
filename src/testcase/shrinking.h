// A test that gets smaller: what the steps of minimise.h share.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "testcase/test_case.h"

namespace reenact {

/// What a callback does beside being there: 1 if it returns a number of the test's, 2 if it calls or hands out something.
[[nodiscard]] std::size_t deeds_of(const Callable& callback, const ApiModel& api);

/// Not of the standard library, and nothing that the printed test defines itself: a callback, a file, an array, a null pointer.
[[nodiscard]] bool is_of_subject(const Callable& callable);

/// How plain a test is to whoever reads it; what counts most comes first.
struct Plainness {
  std::size_t broken = 0;     // contracts (contracts.h)
  std::size_t unset = 0;      // objects with members that nobody has set
  std::size_t types = 0;      // different classes of the subject among what its calls make
  std::size_t aliased = 0;    // pointers that a call reads from a variable which another of its arguments lets it write
  std::size_t calls = 0;      // of the subject
  std::size_t others = 0;     // calls of the standard library, files, callbacks
  std::size_t arguments = 0;  // away from null, 0, "" and the first enumerator
  std::size_t length = 0;     // of texts and arrays
  std::size_t passed = 0;     // arguments, whatever they are: `Set bits;` is plainer than `Set bits(nullptr);`
  auto operator<=>(const Plainness&) const = default;
};

[[nodiscard]] Plainness plainness_of(const TestCase& test, const ApiModel& api);

class Shrinking {
 public:
  /// REQUIRES: still_crashes(test). Keeps references to all.
  Shrinking(TestCase test, const ApiModel& api, const std::function<bool(const TestCase&)>& still_crashes,
            const std::function<bool()>& stop, bool at_a_limit)
      : best_(std::move(test)), api_(api), still_crashes_(still_crashes), stop_(stop), at_a_limit_(at_a_limit) {
    plainness_ = plainness_of(best_, api);
    tried_.insert(key_of(best_));
  }

  [[nodiscard]] const TestCase& best() const { return best_; }
  [[nodiscard]] const ApiModel& api() const { return api_; }
  [[nodiscard]] bool stopped() const { return stop_(); }
  /// See minimise().
  [[nodiscard]] bool at_a_limit() const { return at_a_limit_; }

  /// Does the best test break a contract?
  [[nodiscard]] bool is_contrived() const { return plainness_.broken > 0; }

  /// To shrink `candidate`, however plain it is, before it is offered here; nullopt: it does not crash.
  [[nodiscard]] std::optional<Shrinking> of(TestCase candidate) const;

  /// Takes `candidate` if it is a test that crashes and is no less plain.
  bool accept(TestCase candidate) { return take(std::move(candidate), false); }
  /// Takes it if it is plainer, too.
  bool accept_plainer(TestCase candidate) { return take(std::move(candidate), true); }

 private:
  bool take(TestCase candidate, bool plainer);
  [[nodiscard]] std::size_t key_of(const TestCase& test);

  TestCase best_;
  Plainness plainness_;
  const ApiModel& api_;
  const std::function<bool(const TestCase&)>& still_crashes_;
  const std::function<bool()>& stop_;
  const bool at_a_limit_;
  /// Keys of the tests that were tried, crash or not; none is run again. "[[[[" is the same text without whichever of its
  /// brackets, the last round, which changes nothing, tries what the one before has tried, and of two tests that are
  /// equally plain each could otherwise follow the other for ever.
  std::unordered_set<std::size_t> tried_;
  std::vector<std::uint32_t> encoded_;
};

// The steps. Each tells whether it has changed the test.

/// Simpler numbers, shorter and plainer texts and arrays.
bool simplify_values(Shrinking& test);
/// What is made stands in front of what first uses it, as people write. One try; not to be repeated.
bool put_in_reading_order(Shrinking& test);
/// A call that fills a pointer variable of the test becomes the one of its kind that needs least:
/// `open_with(&p, &options, 0);` -> `open(&p);`
bool use_plain_fillers(Shrinking& test);
/// A call that reads a text from a file or a stream of the test becomes one that takes the text:
/// `FILE* f = fmemopen("<a/>", 4, "r"); document.load(f);` -> `document.parse("<a/>");`
bool use_direct_texts(Shrinking& test);
/// Every argument that some call was made for comes from a literal, null, an earlier variable, or an object made in the
/// plainest way; what nobody uses any more goes.
bool use_plain_sources(Shrinking& test);
/// The same of a variable that several arguments come from, which no one of them can do without alone:
/// `Range range; auto&& key = range.start; add(key); add(key);` -> `Slice key; add(key); add(key);`. It may become one of another type:
/// `Config config; Node node(config); link(&node, &node);` -> `auto* node = node_new(); link(node, node);`
bool use_plain_shared_sources(Shrinking& test);
/// A text that several arguments share becomes one for each where that says less: `save("a=.ini", "a=.ini");` ->
/// `save("a=", ".ini");`
bool separate_shared_texts(Shrinking& test);

}  // namespace reenact
