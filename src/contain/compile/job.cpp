#include "contain/compile/job.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace reenact::compile {
namespace {

void add(std::string& to, std::string_view text) {
  to += text;
  to += '\0';
}

std::vector<std::string> strings_of(const std::string& message) {
  std::vector<std::string> result;
  for (std::size_t at = 0; at < message.size();) {
    const std::size_t end = std::min(message.find('\0', at), message.size());
    result.push_back(message.substr(at, end - at));
    at = end + 1;
  }
  return result;
}

bool receive(int socket, char* into, std::size_t size) {
  while (size > 0) {
    const ssize_t count = recv(socket, into, size, 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    into += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

std::string packed(const Job& job) {
  std::string result;
  add(result, job.directory);
  add(result, job.folder);
  add(result, std::to_string(job.environment.size()));
  for (const auto* list : {&job.environment, &job.command})
    for (const std::string& each : *list) add(result, each);
  return result;
}

std::optional<Job> job_of(const std::string& message) {
  const std::vector<std::string> strings = strings_of(message);
  constexpr std::size_t kBefore = 3;
  if (strings.size() <= kBefore) return std::nullopt;
  const std::size_t variables = std::strtoul(strings[kBefore - 1].c_str(), nullptr, 10);
  if (variables >= strings.size() - kBefore) return std::nullopt;
  const auto first = strings.begin() + kBefore, command = first + static_cast<std::ptrdiff_t>(variables);
  return Job{.directory = strings[0],
             .folder = strings[1],
             .environment = {first, command},
             .command = {command, strings.end()}};
}

std::string packed(const Answer& answer) {
  std::string result(sizeof answer.wait_status, '\0');
  std::memcpy(result.data(), &answer.wait_status, sizeof answer.wait_status);
  return result + answer.words;
}

std::optional<Answer> answer_of(const std::string& message) {
  Answer result;
  if (message.size() < sizeof result.wait_status) return std::nullopt;
  std::memcpy(&result.wait_status, message.data(), sizeof result.wait_status);
  result.words = message.substr(sizeof result.wait_status);
  return result;
}

bool send(int socket, const std::string& message) {
  const auto size = static_cast<std::uint32_t>(message.size());
  std::string whole(sizeof size, '\0');
  std::memcpy(whole.data(), &size, sizeof size);
  whole += message;
  for (std::size_t sent = 0; sent < whole.size();) {
    const ssize_t count = ::send(socket, whole.data() + sent, whole.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

std::optional<std::string> receive(int socket) {
  std::uint32_t size = 0;
  if (!receive(socket, reinterpret_cast<char*>(&size), sizeof size)) return std::nullopt;
  // Whoever answers is contained, and may be anybody by now.
  if (size > 2 * kMostWords) return std::nullopt;
  std::string message(size, '\0');
  if (!receive(socket, message.data(), size)) return std::nullopt;
  return message;
}

}  // namespace reenact::compile
