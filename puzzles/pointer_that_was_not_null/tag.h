#ifndef TAG_H
#define TAG_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct tag tag;
tag *tag_new(const char *name);
void tag_free(tag *t);
const char *tag_value(const tag *t);
void tag_set(tag *t, const char *value);
/* Compares the values of two tags; without a tag it is that of an empty one. */
int tag_same(const tag *a, const tag *b);
#ifdef __cplusplus
}
#endif
#endif
