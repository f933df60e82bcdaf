#include <sstream>
#include <toml.hpp>

int main() {
  std::istringstream text("a = []\n[a.b]\nc = 1\n");
  toml::parse(text, "x.toml");
}
