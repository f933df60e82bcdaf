// Tardis' path selection (sections 4.4 and 4.5).
#pragma once

#include <array>

#include "base/random.h"
#include "strategy/concolic/classifier.h"
#include "strategy/concolic/path_selector.h"
#include "strategy/concolic/slice.h"

namespace reenact::concolic {

struct KnnOptions {
  std::size_t neighbours = 3;
  /// Of label 1 by 3 votes, label 1 by 2, label 0 by 2, label 0 by 3, in percent.
  std::array<unsigned, 4> shares{50, 30, 15, 5};
  /// Examples learnt between two classifications of what was classified before. The paper says "a certain threshold".
  std::size_t reclassify_every = 20;
};

/// Two draws: the class by its share (an empty one gives its turn to the next that is not, behind the last comes the first), then the
/// path in it with a probability in proportion to its average similarity to its neighbours.
class KnnSelector final : public PathSelector {
 public:
  /// `random` and `expressions` are not owned.
  KnnSelector(const Expressions& expressions, Random& random, KnnOptions options = {});

  void add(Alternative alternative) override;
  [[nodiscard]] std::optional<Alternative> next() override;
  void attempted(const Alternative& alternative, bool feasible) override;
  void ran(const PathCondition& path) override;
  [[nodiscard]] std::size_t pending() const override;

  /// How many paths are in each class now.
  [[nodiscard]] std::array<std::size_t, 4> class_sizes() const;
  [[nodiscard]] std::size_t examples() const { return classifier_.size(); }

 private:
  struct Entry {
    Alternative alternative;
    Fingerprint fingerprint;
    double similarity = 0;
    std::uint64_t number = 0;  // classes keep the order in which paths came, whatever was reclassified between
  };

  void learn(const Fingerprint& fingerprint, bool feasible);
  void classify(Entry entry);
  void reclassify();
  [[nodiscard]] std::size_t draw_class();
  [[nodiscard]] std::size_t draw_entry(const std::vector<Entry>& entries);

  Slicer slicer_;
  ClauseHash hash_;
  Random& random_;
  KnnOptions options_;
  Classifier classifier_;
  std::array<std::vector<Entry>, 4> classes_;
  std::size_t learnt_since_ = 0;
  std::uint64_t added_ = 0;
};

/// The class of a prediction: 0 to 3, in the order of KnnOptions::shares.
[[nodiscard]] std::size_t class_of(const Prediction& prediction, std::size_t neighbours);

}  // namespace reenact::concolic
