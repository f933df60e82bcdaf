#ifndef QUOTES_H
#define QUOTES_H

/** How many quotation marks '>' a line begins with, blanks between them left out; -1 if it says nothing. */
int quote_level(const char* line);

#endif
