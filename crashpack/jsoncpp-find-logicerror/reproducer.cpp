#include <json/json.h>

int main() {
  const Json::Value value("text");
  value["key"];
}
