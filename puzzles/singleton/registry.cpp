#include "registry.h"

#include <stdexcept>

Registry& Registry::instance() {
  static Registry registry;
  return registry;
}

void Registry::add(const std::string& name, int id) {
  if (name.empty()) return;
  if (!names_.emplace(id, name).second) throw std::logic_error("id is taken");
}
