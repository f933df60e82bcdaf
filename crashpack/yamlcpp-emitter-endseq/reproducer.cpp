#include <yaml-cpp/yaml.h>

int main() {
  YAML::Emitter emitter;
  emitter << YAML::EndSeq;
}
