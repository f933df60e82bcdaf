#ifndef TEXT_H
#define TEXT_H

typedef char* text;

/** A text with its length before it. */
text text_new(const char* from);

void text_free(text t);

/** Says that `more` characters were written behind the end. */
void text_grew(text t, int more);

#endif
