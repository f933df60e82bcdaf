#ifndef SCANNER_H
#define SCANNER_H

/** The kind of the token that the text is: 1 a name, 2 a number, 3 a keyword; 0: it is none. */
int scan(const char* text);
/** Words of a text of one token; aborts where a keyword stands alone. */
int words_of(const char* text);

#endif
