#ifndef BRACKETS_H
#define BRACKETS_H

/** Depth of nested brackets in a text like "[[][]]". */
int brackets_depth(const char* text);

#endif
