#include "libjsonnet++.h"

int main() {
  jsonnet::Jsonnet jsonnet;
  jsonnet.init();
  std::string text = std::string(100000, '(') + "1" + std::string(100000, ')'), output;
  jsonnet.evaluateSnippet("config.jsonnet", text, &output);
}
