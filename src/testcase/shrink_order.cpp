// In which order a test's statements stand.
//
//   Shape shape;  Gravity gravity;  shape.radius = 1;  World world(gravity);  world.add(&shape);
//   Gravity gravity;  World world(gravity);  Shape shape;  shape.radius = 1;  world.add(&shape);
#include <algorithm>
#include <vector>

#include "testcase/shrinking.h"
#include "testcase/subset.h"

namespace reenact {
namespace {

/// Orders statements: what is done stays in its order; what is made for it, and done with that before, comes right in front.
class ReadingOrder {
 public:
  ReadingOrder(const TestCase& test, const ApiModel& api) : test_(test), api_(api), done_(test.size()) {}

  std::vector<std::size_t> find() {
    // From the last call's view: what it needs, argument by argument.
    for (std::size_t i = 0; i < test_.size(); ++i)
      if (!waits(i)) take(i);
    return std::move(order_);
  }

 private:
  /// Does it only prepare what a later statement uses?
  [[nodiscard]] bool waits(std::size_t i) const {
    const std::vector<std::size_t> mine = variables_of(i);
    for (std::size_t later = i + 1; later < test_.size(); ++later)
      if (shares(mine, variables_of(later))) return true;
    return false;
  }

  /// The variables that statement `i` makes or is given.
  [[nodiscard]] std::vector<std::size_t> variables_of(std::size_t i) const {
    const Statement& statement = test_.statements[i];
    std::vector<std::size_t> result;
    if (statement.kind != StatementKind::kCall || api_[statement.callable].result) result.push_back(i);
    for (const Argument& each : test_.arguments_of(statement))
      if (each.mode != PassMode::kNull) result.push_back(each.source.index());
    return result;
  }

  static bool shares(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
    return std::ranges::any_of(a, [&](std::size_t each) { return std::ranges::find(b, each) != b.end(); });
  }

  void take(std::size_t i) {
    if (done_[i]) return;
    done_[i] = true;
    // Argument by argument: what made it, and what was done with it since.
    for (const Argument& each : test_.arguments_of(test_.statements[i])) {
      if (each.mode == PassMode::kNull) continue;
      for (std::size_t earlier = each.source.index(); earlier < i; ++earlier)
        if (shares(variables_of(earlier), {each.source.index()})) take(earlier);
    }
    order_.push_back(i);
  }

  const TestCase& test_;
  const ApiModel& api_;
  std::vector<bool> done_;
  std::vector<std::size_t> order_;
};

}  // namespace

bool put_in_reading_order(Shrinking& test) {
  const std::vector<std::size_t> order = ReadingOrder(test.best(), test.api()).find();
  if (std::ranges::is_sorted(order)) return false;
  TestCase ordered;
  put_in_order(test.best(), order, ordered);
  return test.accept(ordered);
}

}  // namespace reenact
