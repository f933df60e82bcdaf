#include "spdlog/sinks/stdout_sinks.h"

int main() {
  spdlog::stdout_logger_mt("network");
  spdlog::stdout_logger_mt("network");
}
