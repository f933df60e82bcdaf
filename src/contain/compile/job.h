// What the engine asks of the program `compile`, and what that answers, over a socket: each message is its size, 32 bits, and so many bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace reenact::compile {

/// One command of a compiler, to be run to its end.
struct Job {
  std::string directory;                 // empty: wherever `compile` was started
  std::string folder;                    // the only one that the command may write to
  std::vector<std::string> environment;  // "NAME=value", added
  std::vector<std::string> command;
};

/// What became of it.
struct Answer {
  int wait_status = 0;
  std::string words;  // of both output streams, at most kMostWords
};

inline constexpr std::uint32_t kMostWords = 8U << 20;

[[nodiscard]] std::string packed(const Job& job);
[[nodiscard]] std::string packed(const Answer& answer);
/// nullopt: that is none.
[[nodiscard]] std::optional<Job> job_of(const std::string& message);
[[nodiscard]] std::optional<Answer> answer_of(const std::string& message);

/// False: the other end is gone.
[[nodiscard]] bool send(int socket, const std::string& message);
[[nodiscard]] std::optional<std::string> receive(int socket);

}  // namespace reenact::compile
