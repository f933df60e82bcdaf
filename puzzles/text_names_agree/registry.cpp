#include "registry.h"

#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>

struct Node {
  std::unique_ptr<std::string> value;
};

static void assign(Node& node, const std::string& value) { node.value->assign(value); }

int read_registry(const std::string& text) {
  std::map<std::string, Node> nodes;
  std::istringstream lines(text);
  std::string line;
  while (std::getline(lines, line)) {
    const auto end = line.find_first_of(":=");
    if (end == std::string::npos || end < 4) throw std::invalid_argument("a name of four characters or more, then : or =");
    const std::string name = line.substr(0, end);
    if (line[end] == ':') {
      nodes[name];
    } else if (const auto node = nodes.find(name); node != nodes.end()) {
      assign(node->second, line.substr(end + 1));
    }
  }
  return static_cast<int>(nodes.size());
}
