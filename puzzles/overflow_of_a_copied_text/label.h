#ifndef LABEL_H
#define LABEL_H

struct label;

struct label* label_new(const char* text);
int label_width(const struct label* label);
void label_free(struct label* label);

#endif
