#ifndef POOL_H
#define POOL_H
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef void *(*pool_alloc_fn)(void *context, size_t size);
typedef void *(*pool_realloc_fn)(void *context, void *block, size_t size);
typedef struct pool pool;
/* NULL: there is no memory. */
pool *pool_new(pool_alloc_fn allocate, pool_realloc_fn change, void *context);
int pool_add(pool *p, const char *word);
#ifdef __cplusplus
}
#endif
#endif
