// What a developer who knows yaml-cpp would give a fuzzer: the text.
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

#include "yaml-cpp/yaml.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    for (const YAML::Node& node : YAML::LoadAll(text)) (void)YAML::Dump(node);
  } catch (const std::exception&) {
  }
  return 0;
}
