#include "scanner.h"

#include <assert.h>

/* As generators write them: what is known of the keyword "yields" is in tables. Classes: 1 y, 2 i, 3 e, 4 l, 5 d, 6 s, 7 other
 * letters, 8 digits. */
static const unsigned char kClass[128] = {
    ['0'] = 8, ['1'] = 8, ['2'] = 8, ['3'] = 8, ['4'] = 8, ['5'] = 8, ['6'] = 8, ['7'] = 8, ['8'] = 8, ['9'] = 8,
    ['a'] = 7, ['b'] = 7, ['c'] = 7, ['d'] = 5, ['e'] = 3, ['f'] = 7, ['g'] = 7, ['h'] = 7, ['i'] = 2, ['j'] = 7,
    ['k'] = 7, ['l'] = 4, ['m'] = 7, ['n'] = 7, ['o'] = 7, ['p'] = 7, ['q'] = 7, ['r'] = 7, ['s'] = 6, ['t'] = 7,
    ['u'] = 7, ['v'] = 7, ['w'] = 7, ['x'] = 7, ['y'] = 1, ['z'] = 7};
/* State 0 is the start, 1 a name, 2 a number, 3 to 7 a part of the keyword, 8 all of it, 9 an error. */
static const unsigned char kNext[10][9] = {
    {9, 3, 1, 1, 1, 1, 1, 1, 2}, {9, 1, 1, 1, 1, 1, 1, 1, 1}, {9, 9, 9, 9, 9, 9, 9, 9, 2}, {9, 1, 4, 1, 1, 1, 1, 1, 1},
    {9, 1, 1, 5, 1, 1, 1, 1, 1}, {9, 1, 1, 1, 6, 1, 1, 1, 1}, {9, 1, 1, 1, 1, 7, 1, 1, 1}, {9, 1, 1, 1, 1, 1, 8, 1, 1},
    {9, 1, 1, 1, 1, 1, 1, 1, 1}, {9, 9, 9, 9, 9, 9, 9, 9, 9}};
static const unsigned char kKind[10] = {0, 1, 2, 1, 1, 1, 1, 1, 3, 0};

int scan(const char* text) {
  unsigned state = 0;
  for (; *text != 0; ++text) state = kNext[state][kClass[*text & 0x7f]];
  return kKind[state];
}

int words_of(const char* text) {
  int kind = scan(text);
  assert(kind != 3);
  return kind == 1;
}
