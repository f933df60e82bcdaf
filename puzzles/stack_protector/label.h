#ifndef LABEL_H
#define LABEL_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct {
  char text[12];
  int colour;
} label;
void label_init(label *l);
/* 0, or -1 where the text is too long. */
int label_set(label *l, const char *text);
int label_set_with_prefix(label *l, const char *prefix, const char *text);
#ifdef __cplusplus
}
#endif
#endif
