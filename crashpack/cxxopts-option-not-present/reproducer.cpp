#include <cxxopts.hpp>

int main(int argc, char** argv) {
  cxxopts::Options options("app");
  cxxopts::ParseResult result = options.parse(argc, argv);
  result["zz"];
}
