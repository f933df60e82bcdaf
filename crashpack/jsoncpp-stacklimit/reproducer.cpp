#include <json/json.h>

#include <memory>

int main() {
  std::string text(1100, '['), error;
  Json::Value root;
  std::unique_ptr<Json::CharReader> reader(Json::CharReaderBuilder().newCharReader());
  reader->parse(text.data(), text.data() + text.size(), &root, &error);
}
