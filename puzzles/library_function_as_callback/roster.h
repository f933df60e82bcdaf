#ifndef ROSTER_H
#define ROSTER_H

/** Tells which of two names comes first: below 0, 0, or above 0. */
typedef int (*roster_order)(const char *a, const char *b);

/** Orders that come with the library. */
int roster_by_name(const char *a, const char *b);
int roster_by_length(const char *a, const char *b);

/** A list of names in some order, at most eight. */
typedef struct roster_s roster_t;

roster_t *roster_new(roster_order order);
void roster_add(roster_t *roster, const char *name);
/** The first name, or "" if there is none. */
const char *roster_first(const roster_t *roster);
void roster_free(roster_t *roster);

#endif
