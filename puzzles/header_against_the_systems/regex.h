#ifndef SCAN_REGEX_H
#define SCAN_REGEX_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int depth;
  const char* at;
} regex_t;

int scan_pattern(regex_t* regex, const char* text);

#ifdef __cplusplus
}
#endif

#endif
