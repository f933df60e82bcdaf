#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* A link of one of two kinds, over which requests come: a header of the kind, then a command, a place and a number. */
typedef struct link link_t;

typedef struct {
  int first, count;
  int* values;
} store_t;

link_t* link_new_serial(void);
link_t* link_new_net(int port);
void link_free(link_t* link);

/* Values number `first` and so on, `count` of them. */
store_t* store_new(int first, int count);
void store_free(store_t* store);

/* Does what the request says. Returns the length of the answer, or -1. */
int link_answer(link_t* link, const unsigned char* request, int length, store_t* store);

#ifdef __cplusplus
}
#endif
