#ifndef ARCHIVE_H
#define ARCHIVE_H

#include <stddef.h>

/** Number of entries in an archive held in memory, -1 if it is none. */
int archive_entries(const unsigned char* data, size_t size);

#endif
