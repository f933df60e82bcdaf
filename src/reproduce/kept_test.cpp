#include "reproduce/kept_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "crash/match.h"
#include "print/print.h"
#include "session/confirmed_search.h"
#include "session/print_options.h"

namespace reenact {

Expected<std::string> KeptTest::difference(const Goal& goal, const TestCase& test) {
  std::size_t frames = goal.target.index() + 1;
  PrintOptions print = print_options_for(goal, subject_.prelude);
  auto verdict = verify(goal, test, frames, print);
  if (!verdict) {
    // The search ran compiled thunks; the printed form of the same calls may still not compile.
    std::string lacks = why_unverified(verdict.error());
    if (result_.test_source.empty()) keep_nearest(test, lacks, print);
    if (verdict.error().kind == ErrorKind::kInterrupted) return std::unexpected(verdict.error());
    result_.notes.push_back(verdict.error().message);
    return lacks;
  }
  frames = widened(goal, test, frames, *verdict, print);
  const bool is_reproduced = verdict->status == VerdictStatus::kReproduced;
  if (is_reproduced || result_.test_source.empty() ||
      (result_.status == Status::kNotReproduced && verdict->status == VerdictStatus::kPartial))
    keep_verdict(test, *verdict, frames, print);
  if (is_reproduced) return "";
  print.expect_crash = false;
  result_.notes.push_back(fmt::format("a test found by the search was not confirmed: {}\n{}", verdict->difference,
                                      print_test(test, subject_.api, print)));
  return verdict->difference;
}

Expected<Verdict> KeptTest::verify(const Goal& goal, const TestCase& test, std::size_t frames, PrintOptions& print) {
  CheckRequest wanted;
  wanted.report = &report_;
  wanted.frames = frames;
  print.texts_on_heap = report_.kind == CrashKind::kHeapOverflow;
  auto verdict = checker_->check(test, wanted, print);
  result_.build = checker_->build();
  if (!verdict || verdict->status != VerdictStatus::kReproduced) return verdict;
  // gdb's `bt` does not say where a memory access went, or nothing of what happened: the verdict's own run does.
  name_after_crash(goal, verdict->observed, print);
  if (options_.expect_crash) checker_->expect_crash(test, print);
  return verdict;
}

std::size_t KeptTest::frames_asked() const {
  const std::size_t all = report_.subject_frames().size();
  return options_.frame > 0 ? std::min(options_.frame, all) : all;
}

std::size_t KeptTest::widened(const Goal& goal, const TestCase& test, std::size_t frames, Verdict& verdict,
                              PrintOptions& print) {
  const std::size_t most = frames_asked();
  if (verdict.status != VerdictStatus::kReproduced || frames >= most) return frames;
  const MatchResult all = match(report_, verdict.observed, most);
  const std::size_t seen = all.same ? most : all.frames_matched;
  if (seen <= frames) return frames;
  PrintOptions wider_print = print_options_for(goal, subject_.prelude);
  auto wider = verify(goal, test, seen, wider_print);
  if (!wider || wider->status != VerdictStatus::kReproduced) return frames;
  verdict = std::move(*wider);
  print = std::move(wider_print);
  return seen;
}

void KeptTest::keep_test(const TestCase& test, const std::string& lacks, const PrintOptions& print) {
  result_.fitness = 0;
  result_.lacks = lacks;
  result_.statements = test.calls();
  result_.broken_contracts = words_of_broken(test, subject_.api);
  PrintOptions form = print;
  form.format = options_.format;
  form.expect_crash = print.expect_crash && can_expect(form.format, print.kind);
  result_.test_source = print_test(test, subject_.api, form);
}

void KeptTest::keep_nearest(const TestCase& test, const std::string& lacks, PrintOptions print) {
  name_as_nearest(lacks, print);
  keep_test(test, lacks, print);
}

void KeptTest::keep_verdict(const TestCase& test, const Verdict& verdict, std::size_t k, PrintOptions print) {
  result_.verdict = verdict;
  result_.frames_reproduced = verdict.frames_matched;
  if (verdict.status == VerdictStatus::kNotReproduced) {
    result_.status = Status::kNotReproduced;
    return keep_nearest(test, verdict.difference, print);
  }
  const bool confirmed = verdict.status == VerdictStatus::kReproduced;
  const bool whole = k == frames_asked();
  result_.status = confirmed && whole ? Status::kReproduced : Status::kPartial;
  print.expect_crash = options_.expect_crash;
  tell_contrived(words_of_broken(test, subject_.api), print);
  keep_test(test, confirmed && !whole ? words_of_part(verdict, k) : verdict.difference, print);
  if (result_.status == Status::kPartial)
    for (const Statement& each : test.statements)
      if (each.kind == StatementKind::kText) partial_texts_.emplace_back(test.text_of(each));
}

std::string KeptTest::words_of_part(const Verdict& verdict, std::size_t k) const {
  std::string words = fmt::format("the {} innermost of {} frames are reproduced", k, result_.frames_total);
  if (k < frames_.size())
    if (const MatchResult next = match(report_, verdict.observed, k + 1); !next.difference.empty())
      words += "; " + next.difference;
  return words;
}

}  // namespace reenact
