#include "link.h"

#include <stdlib.h>

typedef struct {
  int header_length;
  int (*begin)(const unsigned char* request, int* length);
  int (*end)(const unsigned char* request, int* length);
} kind_t;

struct link {
  int port;
  const kind_t* kind;
};

static int begin_serial(const unsigned char* request, int* length) {
  (void)request;
  (*length)--;
  return 0;
}

static int end_serial(const unsigned char* request, int* length) { return request[0] + *length; }

static int begin_net(const unsigned char* request, int* length) {
  (void)length;
  return request[0] << 8 | request[1];
}

static int end_net(const unsigned char* request, int* length) {
  (void)request;
  return *length;
}

static const kind_t serial = {1, begin_serial, end_serial};
static const kind_t net = {7, begin_net, end_net};

link_t* link_new_serial(void) {
  link_t* link = malloc(sizeof(link_t));
  if (link == NULL) return NULL;
  link->port = 0;
  link->kind = &serial;
  return link;
}

link_t* link_new_net(int port) {
  link_t* link = malloc(sizeof(link_t));
  if (link == NULL) return NULL;
  link->port = port;
  link->kind = &net;
  return link;
}

void link_free(link_t* link) { free(link); }

store_t* store_new(int first, int count) {
  store_t* store;
  if (count < 1 || count > 1000) return NULL;
  store = malloc(sizeof(store_t));
  if (store == NULL) return NULL;
  store->first = first;
  store->count = count;
  store->values = calloc((size_t)count, sizeof(int));
  if (store->values == NULL) {
    free(store);
    return NULL;
  }
  return store;
}

void store_free(store_t* store) {
  if (store == NULL) return;
  free(store->values);
  free(store);
}

int link_answer(link_t* link, const unsigned char* request, int length, store_t* store) {
  const int at = link->kind->header_length;
  int place, number;
  if (length < at + 6) return -1;
  if (link->kind->begin(request, &length) == 0x7E7E) return -1;
  if (request[at] != 0x17) return link->kind->end(request, &length);
  place = (request[at + 1] << 8 | request[at + 2]) - store->first;
  number = request[at + 3] << 8 | request[at + 4];
  if (number < 1 || number > 121 || place + number > store->count) return -1;
  if (request[at + 5] != (number ^ 0x5A)) return -1;
  store->values[place] = number;
  return link->kind->end(request, &length);
}
