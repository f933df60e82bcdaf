#include "picojson.h"

int main() {
  picojson::value value;
  std::string error = picojson::parse(value, "[1, 2e999]");
}
