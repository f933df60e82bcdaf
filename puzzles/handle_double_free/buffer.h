#ifndef BUFFER_H
#define BUFFER_H

typedef struct buffer buffer;

buffer* buffer_create(unsigned size);
/** Gives back the memory; the buffer stays usable. */
void buffer_clear(buffer* b);
void buffer_destroy(buffer* b);

#endif
