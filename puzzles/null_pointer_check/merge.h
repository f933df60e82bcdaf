#ifndef MERGE_H
#define MERGE_H

/** Adds the smaller of *left and *right to *sum; either may be absent. */
void merge_add(const int* left, const int* right, int* sum);

#endif
