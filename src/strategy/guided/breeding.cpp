#include "strategy/guided/breeding.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace reenact {

void Breeder::cross(const TestCase& first, const TestCase& second, TestCase& child) {
  const double cut = random_.unit();
  const auto at = [cut](const TestCase& test) {
    return static_cast<std::size_t>(cut * static_cast<double>(test.size() + 1));
  };
  builder_.cross(first, at(first), second, at(second), child);
}

void Breeder::mutate(TestCase& test) {
  const double text_focus = is_still_ ? shares_.still_text_focus : shares_.text_focus;
  if (text_focus > 0 && random_.chance(text_focus) && focus(test)) return;
  change_statements(test);
}

/// EvoCrash's: each statement with probability 1/n, until something changed and a call of M_crash is there.
void Breeder::change_statements(TestCase& test) {
  constexpr int kRounds = 5;  // then the test is left as it is, with a call of M_crash
  for (int round = 0; round < kRounds; ++round) {
    bool changed = false;
    for (std::size_t i = 0; i < test.size(); ++i) {
      if (!random_.chance(std::min(1.0, shares_.mutations / static_cast<double>(test.size())))) continue;
      changed = true;
      change_statement(test, i);
    }
    if (shares_.slices && (test.size() > kMaxStatements / 2 || random_.chance(shares_.sliced))) tidy(test);
    const bool calls_crash = last_crash_call(test).has_value();
    if (changed && calls_crash) return;
    if (!calls_crash) (void)builder_.append_call(test, random_.pick(calls_.crash));
  }
}

void Breeder::change_statement(TestCase& test, std::size_t at) {
  switch (random_.below(4)) {
    case 0:
      builder_.remove(test, at, scratch_);
      break;
    case 1:
      builder_.insert(test, at, call_in_front_of(test, at), scratch_);
      break;
    default:
      builder_.change(test, at, scratch_);
      break;
  }
  std::swap(test, scratch_);
}

/// Changes one text that the last call of M_crash depends on, and drops what it does not depend on: most of what a
/// parser is told stands in one text, which is seldom the one of many statements that is changed.
bool Breeder::focus(TestCase& test) {
  const auto last = last_crash_call(test);
  if (!last) return false;
  builder_.slice(test, *last, scratch_);
  std::size_t chosen = 0;
  std::uint64_t texts = 0;
  for (std::size_t i = 0; i < scratch_.size(); ++i)
    if (scratch_.statements[i].kind == StatementKind::kText && random_.below(++texts) == 0) chosen = i;
  if (texts == 0) return false;
  std::string_view other;
  if (is_still_ && random_.chance(shares_.joined_texts)) other = archive_.some_text(random_);
  if (other.empty())
    builder_.change(scratch_, chosen, test);
  else
    builder_.join(scratch_, chosen, other, test);
  return true;
}

void Breeder::tidy(TestCase& test) {
  const auto last = last_crash_call(test);
  const bool is_cut = last && random_.chance(shares_.whole_slices) &&
                      (slice(test, *last, scratch_) || random_.chance(shares_.bare_slices));
  if (!is_cut) builder_.prune(test, scratch_);
  std::swap(test, scratch_);
}

bool Breeder::slice(const TestCase& test, std::size_t last, TestCase& out) {
  builder_.slice(test, last, out);
  // What reads a text has its state there, mostly.
  const bool reads_any = std::ranges::any_of(out.statements, [](const Statement& each) {
    return each.kind == StatementKind::kText || each.kind == StatementKind::kNumbers;
  });
  const std::size_t left = builder_.calls_of_functions(out);
  return reads_any || left > 1 || builder_.calls_of_functions(test) == left;
}

CallableId Breeder::any_call() {
  if (random_.chance(shares_.archive_calls))
    if (const Statement* call = archive_.some_call(random_)) return call->callable;
  return random_.chance(shares_.crash_calls) ? random_.pick(calls_.crash) : calls_.other(random_);
}

/// What users call in front of the next call, or behind the last one; mostly any.
CallableId Breeder::call_in_front_of(const TestCase& test, std::size_t at) {
  if (calls_.usage == nullptr || !random_.chance(shares_.usage_calls)) return any_call();
  const auto is_call = [](const Statement& each) { return each.kind == StatementKind::kCall; };
  const auto here = test.statements.begin() + static_cast<std::ptrdiff_t>(at);
  const auto next = std::find_if(here, test.statements.end(), is_call);
  const auto last = std::find_if(std::make_reverse_iterator(here), test.statements.rend(), is_call);
  std::optional<CallableId> result;
  if (random_.chance(0.5) && next != test.statements.end())
    result = calls_.neighbour(next->callable, true, builder_, random_);
  else if (last != test.statements.rend())
    result = calls_.neighbour(last->callable, false, builder_, random_);
  return result ? *result : any_call();
}

std::optional<std::size_t> Breeder::last_crash_call(const TestCase& test) const {
  for (std::size_t i = test.size(); i-- > 0;) {
    const Statement& each = test.statements[i];
    if (each.kind == StatementKind::kCall && std::ranges::find(calls_.crash, each.callable) != calls_.crash.end())
      return i;
  }
  return std::nullopt;
}

}  // namespace reenact
