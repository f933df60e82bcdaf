#include "base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace reenact {

namespace fs = std::filesystem;

namespace {

std::unexpected<Error> not_written(const fs::path& file, const std::error_code& why) {
  return usage_error(fmt::format("{}: cannot be written to: {}", file.string(), why.message()));
}

}  // namespace

Expected<void> make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  // A file in its place is no error to create_directories.
  if (!error && !fs::is_directory(folder, error) && !error) error = std::make_error_code(std::errc::not_a_directory);
  if (error) return not_written(folder, error);
  return {};
}

Expected<void> write_file(const fs::path& file, std::string_view text) {
  const fs::path temporary = file.string() + fmt::format(".{}.tmp", getpid());
  std::error_code error, ignored;
  errno = 0;
  std::ofstream out(temporary, std::ios::binary);
  out << text;
  out.close();
  if (!out)
    error = {errno == 0 ? EIO : errno, std::generic_category()};
  else
    fs::rename(temporary, file, error);
  if (!error) return {};
  fs::remove(temporary, ignored);
  return not_written(file, error);
}

bool can_be_written_to(const fs::path& folder) {
  const int nameless = open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (nameless >= 0) {
    const bool is_written = write(nameless, "?", 1) == 1;
    close(nameless);
    return is_written;
  }
  if (errno != EOPNOTSUPP && errno != EISDIR) return false;
  const fs::path named = folder / ".reenact-probe";
  std::error_code ignored;
  return write_file(named, "?") && fs::remove(named, ignored);
}

bool is_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

std::optional<std::string> read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return std::nullopt;
  std::stringstream text;
  text << in.rdbuf();
  return std::move(text).str();
}

bool is_system_folder(const std::string& folder) {
  for (const char* system : {"/usr/include", "/usr/lib", "/usr/local/include", "/usr/local/lib", "/lib", "/opt"})
    if (folder == system || folder.starts_with(std::string(system) + "/")) return true;
  return folder == "/" || folder == "/usr";
}

}  // namespace reenact
