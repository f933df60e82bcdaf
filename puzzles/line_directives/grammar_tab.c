/* As a parser generator writes it: the actions keep the lines of the grammar. */
#include "grammar.h"

#include <stdlib.h>

static int state;

static int yyparse(const char* text) {
  int depth = 0, most = 0;
  for (; *text != '\0'; ++text) switch (*text) {
      case '(':
#line 12 "grammar.y"
        ++depth;
        if (depth > most) most = depth;
        if (text[1] == '*') {
          int* counter = state == 2 ? &depth : NULL;
          *counter = most;
        }
#line 17 "grammar_tab.c"
        break;
      case ')':
#line 21 "grammar.y"
        if (--depth < 0) return -1;
#line 21 "grammar_tab.c"
        break;
      default:
        break;
    }
  return most;
}

int parse_brackets(const char* text) {
  state = 0;
  return text == NULL ? -1 : yyparse(text);
}
