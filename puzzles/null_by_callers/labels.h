#ifndef LABELS_H
#define LABELS_H

struct labels;

struct labels* labels_new(void);
/** Adds a label; returns a number that stands for all of them. */
unsigned labels_put(struct labels* labels, const char* label);
/** Drops the label of that number. */
void labels_drop(struct labels* labels, int number);

#endif
