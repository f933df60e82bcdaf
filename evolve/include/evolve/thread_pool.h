// Threads that share the calls f(0), f(1), ... f(count-1) with the caller.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

namespace evolve {

/// Invariants: a job is only replaced while no worker is in it (`busy_` = 0), and `round_` counts jobs, so
/// that a worker takes part in each at most once.
class ThreadPool {
 public:
  /// `threads` counts the caller: 1 starts none, 0 is taken as 1.
  explicit ThreadPool(unsigned threads) {
    for (unsigned i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
  }
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;
  ~ThreadPool() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    wake_.notify_all();
    for (std::thread& each : workers_) each.join();
  }

  /// Calls f(i) once for each i in [0, count), from several threads at a time, and returns when all have
  /// returned. When some throw, the exception of the lowest i is thrown on after all others were called.
  template <typename Function>
  void for_each(std::size_t count, Function&& f) {
    if (workers_.empty()) {
      for (std::size_t i = 0; i < count; ++i) f(i);
      return;
    }
    // A share small enough that uneven calls even out, large enough that the counter is no bottleneck.
    const std::size_t share = std::max<std::size_t>(1, count / (8 * (workers_.size() + 1)));
    start({[](void* call, std::size_t i) { (*static_cast<std::remove_reference_t<Function>*>(call))(i); },
           const_cast<void*>(static_cast<const void*>(&f)), count, share});
    take_part();
    finish();
  }

 private:
  struct Job {
    void (*call)(void*, std::size_t) = nullptr;
    void* argument = nullptr;
    std::size_t count = 0, share = 1;
  };

  void start(const Job& job) {
    {
      const std::lock_guard lock(mutex_);
      job_ = job;
      next_ = 0;
      failed_at_ = job.count;
      failure_ = nullptr;
      busy_ = workers_.size();
      ++round_;
    }
    wake_.notify_all();
  }

  void finish() {
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  void work() {
    std::uint64_t seen = 0;
    while (true) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return ending_ || round_ != seen; });
        if (ending_) return;
        seen = round_;
      }
      take_part();
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  void take_part() {
    while (true) {
      const std::size_t first = next_.fetch_add(job_.share);
      if (first >= job_.count) return;
      for (std::size_t i = first; i < std::min(first + job_.share, job_.count); ++i) call(i);
    }
  }

  void call(std::size_t i) {
    try {
      job_.call(job_.argument, i);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (i >= failed_at_) return;
      failed_at_ = i;
      failure_ = std::current_exception();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_, done_;
  Job job_;
  std::atomic<std::size_t> next_ = 0;
  std::size_t failed_at_ = 0;
  std::exception_ptr failure_;
  std::size_t busy_ = 0;
  std::uint64_t round_ = 0;
  bool ending_ = false;
  std::vector<std::thread> workers_;
};

}  // namespace evolve
