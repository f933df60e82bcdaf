#ifndef JOURNAL_H
#define JOURNAL_H

/** Counts the entries of the open journal `fd`; -1: it is none. */
int journal_count(int fd);

#endif
