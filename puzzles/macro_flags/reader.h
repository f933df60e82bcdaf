#ifndef READER_H
#define READER_H

#define READER_COMMENTS (1 << 11)
#define READER_RAW (READER_COMMENTS << 5)
#define READER_STRICT 0x400000

/** Counts the entries of `text`; `mode`: a sum of READER_... */
int reader_count(const char* text, unsigned mode);

#endif
