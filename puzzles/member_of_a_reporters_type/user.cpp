#include <string>

#include "stack.h"

struct Job {
  int priority;
  std::string command;
};

int main() {
  fixed::Stack<Job> jobs;
  jobs.push({1, "render --frame 1 --quality high"});
  jobs.pop();
  fixed::Stack<Job> saved(jobs);
}
