// The probes' other side for pass_test.cpp: prints what they say.
#include <cxxabi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "abi/abi.h"

static ReenactFrame frames[4096];
extern "C" __attribute__((tls_model("initial-exec"))) __thread ReenactFrame* reenact_top = frames;
extern "C" __attribute__((tls_model("initial-exec"))) __thread int64_t reenact_fuel = INT64_MAX;  // it never ends

static std::vector<ReenactFunction*>& functions() {
  static std::vector<ReenactFunction*> all;
  return all;
}

/// Demangled, without the suffix of unit-local names.
static std::string name_of(const ReenactFunction* function) {
  std::string name = function->linkage_name;
  name.resize(std::min(name.size(), name.find(".unit.")));
  if (name.compare(0, 2, "_Z") != 0) return name;
  int status = 0;
  char* text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  return status == 0 ? text : name;
}

static std::string short_name(const ReenactFunction* function) {
  const std::string name = name_of(function);
  return name.substr(0, name.find('('));
}

extern "C" {

void reenact_out_of_fuel() { abort(); }

void reenact_register(ReenactFunction* table, uint32_t count, uint32_t version) {
  if (version != REENACT_ABI_VERSION) abort();
  for (uint32_t i = 0; i < count; ++i) functions().push_back(&table[i]);
}

void reenact_enter(ReenactFunction*) {}

void show(void) {
  std::string text;
  for (const ReenactFrame* frame = reenact_top; frame != frames; --frame) {
    const ReenactSite* sites = frame->unit->sites;
    for (uint32_t site = frame->site; site != 0; site = sites[site].outer)
      text += (text.empty() ? "" : " ") + name_of(&frame->unit->functions[sites[site].function]) + ":" +
              std::to_string(sites[site].line);
  }
  puts(text.c_str());
  fflush(stdout);
}

static void fault(int) {
  show();
  _exit(0);
}
void on_fault(void) {
  for (const int number : {SIGSEGV, SIGILL, SIGTRAP, SIGFPE, SIGALRM}) signal(number, fault);
}

void enable(const char* name) {
  for (ReenactFunction* each : functions())
    if (short_name(each) == name) each->enabled = 1;
}

void show_hits(const char* name) {
  for (ReenactFunction* each : functions()) {
    if (short_name(each) != name) continue;
    printf("%s ", name);
    for (uint32_t i = 0; i < each->block_count; ++i) printf("%d", each->hits[i]);
    puts("");
  }
}

void reenact_compare_int(ReenactFunction* f, uint32_t edge, uint32_t predicate, int64_t a, int64_t b) {
  printf("%s %u int %u %ld %ld\n", short_name(f).c_str(), edge, predicate, a, b);
}
void reenact_compare_uint(ReenactFunction* f, uint32_t edge, uint32_t predicate, uint64_t a, uint64_t b) {
  printf("%s %u uint %u %lu %lu\n", short_name(f).c_str(), edge, predicate, a, b);
}
void reenact_compare_float(ReenactFunction* f, uint32_t edge, uint32_t predicate, double a, double b) {
  printf("%s %u float %u %g %g\n", short_name(f).c_str(), edge, predicate, a, b);
}
void reenact_condition(ReenactFunction* f, uint32_t edge, uint8_t value) {
  printf("%s %u condition %u\n", short_name(f).c_str(), edge, value);
}
void reenact_switch(ReenactFunction* f, uint32_t edge, uint64_t value, const uint64_t* cases, uint32_t count) {
  printf("%s %u switch %ld:", short_name(f).c_str(), edge, (long)value);
  for (uint32_t i = 0; i < count; ++i) printf(" %ld", (long)cases[i]);
  puts("");
}
void reenact_compare_text(ReenactFunction* f, uint32_t edge, const char* a, const char* b, uint64_t length, uint8_t nul,
                          uint8_t equal) {
  printf("%s %u text %s/%s %lu %s %s\n", short_name(f).c_str(), edge, a, b, length, nul ? "nul" : "all",
         equal ? "equal" : "different");
}
void reenact_compare_strings(ReenactFunction* f, uint32_t edge, const char* a, uint64_t a_length, const char* b,
                             uint64_t b_length, uint8_t equal) {
  const auto text = [](const char* data, uint64_t length) {
    return length == UINT64_MAX ? std::string(data) : std::string(data, length);
  };
  printf("%s %u strings %s/%s %s\n", short_name(f).c_str(), edge, text(a, a_length).c_str(), text(b, b_length).c_str(),
         equal ? "equal" : "different");
}

}  // extern "C"
