#include "merge.h"

#include <stddef.h>

void merge_add(const int* left, const int* right, int* sum) {
  if (sum == NULL) return;
  if (left == NULL && right == NULL) return;
  if (right == NULL) {
    *sum += *left;
    return;
  }
  *sum += *left < *right ? *left : *right;
}
