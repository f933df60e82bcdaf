#ifndef ESCAPE_H
#define ESCAPE_H

/** A copy of the text with \n and \t resolved; the caller frees it. */
char* escape_resolve(const char* text);

#endif
