#ifndef PACK_H
#define PACK_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
/* Packs `source` into `dest`. Before, *dest_len is the room in `dest`, afterwards the bytes used. 0, or -1: it does not fit. */
int pack(unsigned char *dest, size_t *dest_len, const unsigned char *source, size_t source_len);
#ifdef __cplusplus
}
#endif
#endif
