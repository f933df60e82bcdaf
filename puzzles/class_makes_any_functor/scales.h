#pragma once

#include <vector>

/// What a weight is of a total, in percent.
int share_of(int weight, int total);

/// Things of which `Weigh` tells the weights.
template <class Thing, class Weigh>
class Scales {
 public:
  struct Pan {
    Thing thing;
    int number;
  };

  void put(const Thing& thing) { pans_.push_back({thing, static_cast<int>(pans_.size())}); }

  /// The share of the last thing.
  int last_share() const {
    if (pans_.empty()) return 0;
    int total = 0;
    for (const Pan& pan : pans_) total += weigh_(pan);
    return share_of(weigh_(pans_.back()), total);
  }

 private:
  Weigh weigh_;
  std::vector<Pan> pans_;
};
