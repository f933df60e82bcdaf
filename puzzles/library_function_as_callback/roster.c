#include "roster.h"

#include <stdlib.h>
#include <string.h>

struct roster_s {
  roster_order order;
  const char *names[8];
  const char *shortest;
  int count;
};

int roster_by_name(const char *a, const char *b) { return strcmp(a, b); }
int roster_by_length(const char *a, const char *b) { return (int)strlen(a) - (int)strlen(b); }

roster_t *roster_new(roster_order order) {
  roster_t *roster = calloc(1, sizeof(roster_t));
  roster->order = order;
  return roster;
}

void roster_add(roster_t *roster, const char *name) {
  if (roster->count == 8) return;
  int at = roster->count++;
  for (; at > 0 && roster->order(name, roster->names[at - 1]) < 0; --at) roster->names[at] = roster->names[at - 1];
  roster->names[at] = name;
  if (roster->shortest != NULL && strlen(name) < strlen(roster->shortest)) roster->shortest = name;
}

/* The shortest name is known without looking for it, but nobody notes the first one. */
const char *roster_first(const roster_t *roster) {
  if (roster->count == 0) return "";
  if (roster->order == roster_by_length) return roster->shortest[0] == '\0' ? "" : roster->shortest;
  return roster->names[0];
}

void roster_free(roster_t *roster) { free(roster); }
