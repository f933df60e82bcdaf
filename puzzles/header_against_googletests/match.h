#ifndef MATCH_H
#define MATCH_H

#ifdef __cplusplus
extern "C" {
#endif

/* The C library's <regex.h> has a structure of that name, too. */
struct re_registers {
  int allocated;
  int start[4], end[4];
};

/** Fills in where `pattern` (letters, and a star for any of them) was found in `text`. */
int match_search(const char* pattern, const char* text, struct re_registers* found);

#ifdef __cplusplus
}
#endif

#endif
