#include "script.h"

#include <memory>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

struct Variable {
  std::unique_ptr<std::string> text;
};

static std::size_t show(const Variable& variable) { return variable.text->size(); }

int run_script(const std::string& text) {
  std::unordered_map<std::string, Variable> variables;
  std::istringstream words(text);
  std::string command, name;
  std::size_t shown = 0;
  while (words >> command >> name) {
    if (name.size() < 4) throw std::invalid_argument("a name of four characters or more");
    if (command == "let") {
      variables[name];
    } else if (command == "show") {
      const auto found = variables.find(name);
      if (found == variables.end()) throw std::out_of_range("an unknown variable");
      shown += show(found->second);
    } else {
      throw std::invalid_argument("let or show");
    }
  }
  return static_cast<int>(shown);
}
