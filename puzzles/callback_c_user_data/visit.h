#ifndef VISIT_H
#define VISIT_H

typedef int (*visit_fn)(int value, void* user_data);

/** Calls `visit` for 1..count until it returns nonzero; returns that. */
int visit_all(int count, visit_fn visit, void* user_data);

#endif
