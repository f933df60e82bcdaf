#ifndef GRAMMAR_H
#define GRAMMAR_H

/** Parses `text`; the depth of its brackets, or -1. */
int parse_brackets(const char* text);

#endif
