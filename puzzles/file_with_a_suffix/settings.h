#pragma once
#include <filesystem>
#include <map>
#include <string>

/// Settings in sections, as "[main]" and "name=value" in a file say.
class Settings {
 public:
  /// Throws where the file is none of settings (.ini), or cannot be read.
  static Settings load(const std::filesystem::path& file);

 private:
  std::map<std::string, std::map<std::string, std::string>> sections_;
};
