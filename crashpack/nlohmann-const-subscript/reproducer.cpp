#include <nlohmann/json.hpp>

int main() {
  const nlohmann::json value = {{"a", 1}};
  value["b"];
}
