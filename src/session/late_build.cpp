#include "session/late_paths.h"

#include <chrono>
#include <utility>

#include "base/background.h"
#include "session/concolic_subject.h"

namespace reenact {
namespace {

constexpr double kBegin = 1.0 / 6;  // share of the budget: what is easy is found by then

template <typename T>
bool is_over(const std::shared_future<T>& work) {
  return work.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

LatePaths::LatePaths(const Subject& subject, const SubjectOptions& options, std::filesystem::path scratch,
                     std::uint64_t after, bool is_exact)
    : subject_(subject),
      options_(options),
      scratch_(std::move(scratch)),
      after_(after),
      is_exact_(is_exact || after > 0) {}

bool LatePaths::is_due(double share, std::uint64_t tests) {
  const std::lock_guard lock(lock_);
  if (joined_at_) return true;
  if (after_ > 0 ? tests < after_ : share < kBegin) return false;
  if (!is_exact_) {
    if (!built_.valid()) begin();
    if (!is_over(built_)) return false;
  }
  joined_at_ = tests;
  return true;
}

/// REQUIRES: the lock is held.
void LatePaths::begin() {
  SubjectOptions quiet = options_;
  quiet.interrupted = &stop_;
  quiet.progress = nullptr;
  built_ = std::async(std::launch::async, [this, quiet = std::move(quiet)] {
             give_way();
             return prepare_concolic_worker(subject_, quiet);
           }).share();
}

void LatePaths::pause() {
  const std::lock_guard lock(lock_);
  if (joined_at_ || !built_.valid() || is_over(built_)) return;
  stop_ = true;
  built_.wait();
  built_ = {};
  stop_ = false;
}

Expected<void> LatePaths::build() {
  const std::lock_guard lock(lock_);
  if (!built_.valid()) {
    std::promise<Built> done;
    built_ = done.get_future().share();
    done.set_value(prepare_concolic_worker(subject_, options_));
  }
  const Built& built = built_.get();
  return built ? Expected<void>() : std::unexpected(built.error());
}

Expected<std::unique_ptr<ForkServer>> LatePaths::start() {
  if (const auto ok = build(); !ok) return std::unexpected(ok.error());
  return start_concolic_server(*built_.get(), subject_, options_, scratch_);
}

std::optional<std::uint64_t> LatePaths::joined_at() const {
  const std::lock_guard lock(lock_);
  return joined_at_;
}

}  // namespace reenact
