// How far a test may go before it counts as one that does not end. Counted (pass/fuel.cpp), not timed: the same seed sees
// the same tests cut off.
//
// Most tests take a fraction of a hang, so a small allowance is right for most; how small, the tests tell that end:
//   thirty times what a median test takes, and never less than kLeast;
//   twice what was needed by a test that ended beyond that, until tests are cut off again: slow tests are none that hang.
// That slow tests end shows when they are let. So an eighth of all that is spent is saved, and whenever there is enough, the
// next test that needs more than its allowance gets it: four times the allowance at first, and four times as much as the
// last time where that was not enough. Trying costs an eighth of the time at most.
#include <algorithm>
#include <limits>

#include "runtime/findings.h"
#include "runtime/runtime.h"

namespace reenact::runtime {
namespace {

constexpr int64_t kUnlimited = std::numeric_limits<int64_t>::max();
constexpr int64_t kLeast = 12'000;  // some thirty microseconds in most loops
constexpr int64_t kMostSaved = 1 << 26;
constexpr int64_t kTimesTypical = 30;
constexpr int64_t kSavedPart = 8;
constexpr int64_t kTimesMore = 4;

int64_t granted = kUnlimited;  // to the running test

int64_t allowance() { return std::max({kLeast, kTimesTypical * control->fuel_typical, control->fuel_needed}); }

/// What a test gets beyond its allowance, where that is saved.
int64_t extra() { return std::max(control->fuel_extra, kTimesMore * allowance()); }

/// Steps towards the median of what it is told: up for more, down for less.
void follow_median(int64_t& median, int64_t value) {
  constexpr int64_t part = 16;
  if (value > median)
    median += std::min(value - median, median / part + 1);
  else
    median -= std::min(median - value, median / part);
}

}  // namespace

void fill_up() {
  granted = allowance();
  if (control->fuel_saved >= extra()) granted += extra();
  if (control->fresh != 0) granted = kUnlimited;
  reenact_fuel = granted;
}

void note_fuel(bool was_cut_off) {
  if (granted == kUnlimited) return;
  const int64_t spent = granted - std::max<int64_t>(reenact_fuel, 0), beyond = spent - allowance();
  const bool had_more = granted > allowance();
  if (was_cut_off) {
    if (had_more) control->fuel_extra = std::min(kMostSaved, kTimesMore * extra());
    control->fuel_needed -= control->fuel_needed / 4;
  } else {
    if (beyond > 0) control->fuel_needed = 2 * spent;
    if (beyond > 0) control->fuel_extra = 0;
    follow_median(control->fuel_typical, spent);
  }
  if (beyond > 0) control->fuel_saved -= beyond;
  control->fuel_saved = std::min(std::max(kMostSaved, extra()), control->fuel_saved + spent / kSavedPart);
  reenact_fuel = granted = kUnlimited;
}

void burn(size_t bytes) {
  constexpr size_t bytes_per_step = 32;
  reenact_fuel -= static_cast<int64_t>(bytes / bytes_per_step);
  if (reenact_fuel < 0) reenact_out_of_fuel();
}

}  // namespace reenact::runtime

extern "C" {

__attribute__((tls_model("initial-exec"))) __thread int64_t reenact_fuel = INT64_MAX;

void reenact_out_of_fuel() { reenact::runtime::die(kReenactCutOff, 0, 0, 0, ""); }

}  // extern "C"
