#include "ledger.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a. The program that writes ledgers is known by its line's hash: nothing in this file spells the line. */
static uint32_t hash_of(const char *line, size_t length) {
  uint32_t hash = 2166136261u;
  for (size_t i = 0; i < length; ++i) hash = (hash ^ (unsigned char)line[i]) * 16777619u;
  return hash;
}

static long share(const char *line) {
  char *end;
  const long whole = strtol(line, &end, 10);
  if (end == line || *end != '/') return 0;
  const long parts = strtol(end + 1, NULL, 10);
  return whole / parts;
}

long ledger_total(const char *text) {
  const size_t length = strcspn(text, "\n");
  if (hash_of(text, length) != 0xd782333cu) return -1;
  long total = 0;
  for (const char *line = strchr(text, '\n'); line != NULL; line = strchr(line + 1, '\n')) total += share(line + 1);
  return total;
}
