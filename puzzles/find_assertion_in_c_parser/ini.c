#include "ini.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct ini_parser {
  int begun, strict, lines, depth;
};

ini_parser *ini_new(void) { return calloc(1, sizeof(ini_parser)); }

void ini_delete(ini_parser *parser) { free(parser); }

int ini_begin(ini_parser *parser, int strict) {
  if (parser == NULL) return -1;
  parser->begun = 1;
  parser->strict = strict;
  return 0;
}

static void feed_section(ini_parser *parser, const char *line) {
  parser->depth++;
  /* "[" alone has no end */
  assert(strchr(line, ']') != NULL && "section is not closed");
}

int ini_feed(ini_parser *parser, const char *text) {
  if (parser == NULL || text == NULL) return -1;
  if (!parser->begun) return -2;
  parser->lines++;
  if (parser->strict && text[0] == '[') feed_section(parser, text);
  return 0;
}

int ini_lines(const ini_parser *parser) { return parser == NULL ? 0 : parser->lines; }
