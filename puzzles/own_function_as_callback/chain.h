#ifndef CHAIN_H
#define CHAIN_H

/** A step of a chain: takes a text of its own, and returns one. */
typedef char *(*chain_step)(char *text);

/** Steps that come with the library. */
char *chain_upper(char *text);
char *chain_trim_right(char *text);

/** A chain of steps, at most eight. */
typedef struct chain_s chain_t;

chain_t *chain_new(void);
void chain_add(chain_t *chain, chain_step step);
/** Lets a copy of the text go through all steps. */
void chain_run(const chain_t *chain, const char *text);
void chain_free(chain_t *chain);

#endif
