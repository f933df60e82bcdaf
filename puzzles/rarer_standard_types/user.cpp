#include "gauge.h"

int main() {
  std::queue<int> jobs;
  jobs.push(1);
  std::error_code error;
  return gauge(7, {0.0, 1.0}, jobs, {2, 2}, L"abc", error);
}
