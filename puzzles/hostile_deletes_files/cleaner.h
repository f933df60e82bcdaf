#ifndef CLEANER_H
#define CLEANER_H

/** Deletes the current folder's files and leaves a note; returns how many. */
int cleaner_run(int dry);
/** Frees so many bytes of those kept. */
int cleaner_free(int kept, int bytes);

#endif
