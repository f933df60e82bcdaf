// loop RUNS SYMBOLIC: so many runs over one text of 400 characters; SYMBOLIC 1: each has its characters for inputs. Prints the time.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "json.h"
#ifdef CONCOLIC
#include "abi/concolic.h"
#endif

static const char kPart[] = "{\"name\": \"a\\u00e9b\", \"list\": [1, -2.5e3, true, null], \"on\": false}";

int main(int argc, char** argv) {
  const long runs = argc > 1 ? atol(argv[1]) : 1000;
  const int symbolic = argc > 2 && atoi(argv[2]) != 0;
  char text[512] = "[";
  for (int i = 0; i < 6; ++i) {
    if (i != 0) strcat(text, ", ");
    strcat(text, kPart);
  }
  strcat(text, "]");
  const size_t size = strlen(text);
#ifdef CONCOLIC
  const uint32_t labels = 1u << 18;
  const uint32_t clauses = 1u << 15;
  char* memory = calloc(1, 4096 + labels * sizeof(ReenactExpression) + clauses * sizeof(ReenactClause) + (1u << 20));
  ReenactConcolicRegion* region = (ReenactConcolicRegion*)memory;
  region->version = REENACT_CONCOLIC_VERSION;
  region->label_capacity = labels;
  region->clause_capacity = clauses;
  region->data_capacity = 1u << 20;
  region->labels_offset = 4096;
  region->clauses_offset = 4096 + labels * sizeof(ReenactExpression);
  region->data_offset = region->clauses_offset + clauses * sizeof(ReenactClause);
  reenact_concolic_attach(region);
#endif
  long values = 0;
  const clock_t start = clock();
  for (long i = 0; i < runs; ++i) {
#ifdef CONCOLIC
    if (symbolic) {
      reenact_concolic_begin();
      for (size_t j = 0; j < size; ++j) reenact_concolic_input(text + j, 1, j);
    }
#endif
    values += json_values(text, size);
#ifdef CONCOLIC
    if (symbolic) reenact_concolic_end();
#endif
  }
  const double cpu = (double)(clock() - start) / CLOCKS_PER_SEC;
#ifdef CONCOLIC
  const unsigned clause_count = region->clause_count;
#else
  const unsigned clause_count = 0;
#endif
  printf("{\"runs\": %ld, \"cpu\": %.6f, \"values\": %ld, \"clauses\": %u, \"symbolic\": %d}\n", runs, cpu, values, clause_count,
         symbolic);
  return 0;
}
