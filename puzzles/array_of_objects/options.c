#include "options.h"

#include <assert.h>
#include <stdlib.h>

enum kind { FLAG, NUMBER, END };

struct header {
  enum kind kind;
  char letter;
};

struct flag {
  struct header header;
  int is_set;
};

struct number {
  struct header header;
  int least;
};

static struct header end = {END, 0};

struct flag* flag_new(char letter) {
  struct flag* made = calloc(1, sizeof *made);
  made->header.letter = letter;
  return made;
}

struct number* number_new(char letter, int least) {
  struct number* made = calloc(1, sizeof *made);
  made->header.kind = NUMBER;
  made->header.letter = letter;
  made->least = least;
  return made;
}

void* options_end(void) { return &end; }

static int parse_one(const char* text, struct header* option) {
  if (option->kind == FLAG || *text == '\0') return 0;
  assert(((struct number*)option)->least <= 100);
  return atoi(text) < ((struct number*)option)->least;
}

int options_parse(const char* text, void** table) {
  int errors = 0;
  int flags = 0;
  if (text == NULL || table == NULL) return -1;
  for (; *table != NULL && ((struct header*)*table)->kind != END; ++table) {
    if (((struct header*)*table)->kind == FLAG) ++flags;
    if (flags > 0) errors += parse_one(text, *table);
  }
  return errors;
}
