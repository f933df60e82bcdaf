// A parser of JSON as they are written: by recursive descent, character by character. Nearly every instruction is a branch on the text.
#include "json.h"

#include <string.h>

enum { kMaxDepth = 64 };

struct Parser {
  const char* next;
  const char* end;
  long values;
  int depth;
};

static int value(struct Parser* p);

static int peek(const struct Parser* p) { return p->next < p->end ? (unsigned char)*p->next : -1; }

static void skip_space(struct Parser* p) {
  while (peek(p) == ' ' || peek(p) == '\t' || peek(p) == '\n' || peek(p) == '\r') ++p->next;
}

static int expect(struct Parser* p, char c) {
  skip_space(p);
  if (peek(p) != c) return 0;
  ++p->next;
  return 1;
}

static int is_digit(int c) { return c >= '0' && c <= '9'; }

static int digits(struct Parser* p) {
  if (!is_digit(peek(p))) return 0;
  while (is_digit(peek(p))) ++p->next;
  return 1;
}

static int number(struct Parser* p) {
  if (peek(p) == '-') ++p->next;
  if (peek(p) == '0')
    ++p->next;
  else if (!digits(p))
    return 0;
  if (peek(p) == '.') {
    ++p->next;
    if (!digits(p)) return 0;
  }
  if (peek(p) == 'e' || peek(p) == 'E') {
    ++p->next;
    if (peek(p) == '+' || peek(p) == '-') ++p->next;
    return digits(p);
  }
  return 1;
}

static int escape(struct Parser* p) {
  const int c = peek(p);
  ++p->next;
  if (c == 'u') {
    for (int i = 0; i < 4; ++i, ++p->next) {
      const int hex = peek(p);
      if (!is_digit(hex) && !((hex | 32) >= 'a' && (hex | 32) <= 'f')) return 0;
    }
    return 1;
  }
  return c == '"' || c == '\\' || c == '/' || c == 'b' || c == 'f' || c == 'n' || c == 'r' || c == 't';
}

static int string(struct Parser* p) {
  if (!expect(p, '"')) return 0;
  for (;;) {
    const int c = peek(p);
    if (c < ' ') return 0;
    ++p->next;
    if (c == '"') return 1;
    if (c == '\\' && !escape(p)) return 0;
  }
}

static int word(struct Parser* p, const char* wanted) {
  const size_t length = strlen(wanted);
  if ((size_t)(p->end - p->next) < length || memcmp(p->next, wanted, length) != 0) return 0;
  p->next += length;
  return 1;
}

static int members(struct Parser* p, char close, int named) {
  if (expect(p, close)) return 1;
  do {
    if (named && (!string(p) || !expect(p, ':'))) return 0;
    if (!value(p)) return 0;
  } while (expect(p, ','));
  return expect(p, close);
}

static int value(struct Parser* p) {
  skip_space(p);
  if (++p->depth > kMaxDepth) return 0;
  int good;
  switch (peek(p)) {
    case '{': ++p->next; good = members(p, '}', 1); break;
    case '[': ++p->next; good = members(p, ']', 0); break;
    case '"': good = string(p); break;
    case 't': good = word(p, "true"); break;
    case 'f': good = word(p, "false"); break;
    case 'n': good = word(p, "null"); break;
    default: good = number(p);
  }
  --p->depth;
  ++p->values;
  return good;
}

long json_values(const char* text, size_t size) {
  struct Parser p = {text, text + size, 0, 0};
  if (!value(&p)) return -1 - (p.next - text);
  skip_space(&p);
  return p.next == p.end ? p.values : -1 - (p.next - text);
}
