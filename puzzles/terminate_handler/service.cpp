#include "service.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>

static std::string service;

[[noreturn]] static void say_goodbye() {
  std::fprintf(stderr, "%s: going down\n", service.c_str());
  std::abort();
}

void start(const std::string& name) {
  service = name;
  std::set_terminate(say_goodbye);
}

int port_of(const std::string& text) {
  if (service.empty()) return -1;
  if (text.empty() || text.size() > 5) throw std::length_error("no port: " + text);
  return std::atoi(text.c_str());
}
