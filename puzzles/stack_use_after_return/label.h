#ifndef LABEL_H
#define LABEL_H

typedef struct label {
  const char* text;
} label;

/** Sets the label to the number as text. */
void label_set_number(label* l, int number);
/** How long its text is; 0 without one. */
int label_length(const label* l);

#endif
