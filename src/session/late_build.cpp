#include "session/late_build.h"

#include <chrono>
#include <utility>

#include "base/background.h"

namespace reenact {
namespace {

template <typename T>
bool is_over(const std::shared_future<T>& work) {
  return work.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

LateBuild::LateBuild(std::function<Expected<void>(const SubjectOptions&)> build, const SubjectOptions& options,
                     When when)
    : make_(std::move(build)), options_(options), when_(when) {}

bool LateBuild::is_due(double share, std::uint64_t tests) {
  const std::lock_guard lock(lock_);
  if (joined_at_) return true;
  if (when_.tests > 0 ? tests < when_.tests : share < when_.share) return false;
  if (!when_.is_exact && when_.tests == 0) {
    if (!built_.valid()) begin();
    if (!is_over(built_)) return false;
  }
  joined_at_ = tests;
  return true;
}

/// REQUIRES: the lock is held.
void LateBuild::begin() {
  SubjectOptions quiet = options_;
  quiet.interrupted = &stop_;
  quiet.progress = nullptr;
  built_ = std::async(std::launch::async, [this, quiet = std::move(quiet)] {
             give_way();
             return make_(quiet);
           }).share();
}

void LateBuild::pause() {
  const std::lock_guard lock(lock_);
  if (joined_at_ || !built_.valid() || is_over(built_)) return;
  stop_ = true;
  built_.wait();
  built_ = {};
  stop_ = false;
}

Expected<void> LateBuild::build() {
  const std::lock_guard lock(lock_);
  if (!built_.valid()) {
    std::promise<Expected<void>> done;
    built_ = done.get_future().share();
    done.set_value(make_(options_));
  }
  return built_.get();
}

std::optional<std::uint64_t> LateBuild::joined_at() const {
  const std::lock_guard lock(lock_);
  return joined_at_;
}

}  // namespace reenact
