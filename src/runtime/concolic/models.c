// The C library's functions on texts and memory, as code the concolic pass instruments: what they ask of each byte becomes a clause, and
// what they return an expression. The pass calls these in the place of the library's (pass/concolic/library.cpp knows their
// names; those of ctype.h's macros are in constants.cpp). Semantics are the standard's, in the "C" locale; speed matters little, as the plain build does not have them.
#include <errno.h>
#include <limits.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "abi/concolic.h"

#define MODEL(name) reenact_model_##name

size_t MODEL(strlen)(const char* s) {
  const char* end = s;
  while (*end != 0) ++end;
  return (size_t)(end - s);
}

size_t MODEL(strnlen)(const char* s, size_t most) {
  size_t length = 0;
  while (length < most && s[length] != 0) ++length;
  return length;
}

// strcmp(line, "set") == 0 is one condition, which a solver answers with all of the text at once: character by character it would be
// three runs and three paths.
static int compare(const void* a, const void* b, size_t most, int are_texts) {
  const unsigned char* x = a;
  const unsigned char* y = b;
  const uint64_t deciding = reenact_concolic_deciding_bytes(a, b, most, are_texts);
  const size_t size = (size_t)(deciding & ~kReenactDecidesAll);
  if (size > 0) {
    const int result = reenact_concolic_difference(x, y, size);
    if ((deciding & kReenactDecidesAll) != 0 || result != 0) return result;
  }
  for (size_t i = size; i < most; ++i) {
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    if (are_texts && x[i] == 0) return 0;
  }
  return 0;
}

int MODEL(memcmp)(const void* a, const void* b, size_t size) { return compare(a, b, size, 0); }

int MODEL(bcmp)(const void* a, const void* b, size_t size) { return MODEL(memcmp)(a, b, size); }

int MODEL(strncmp)(const char* a, const char* b, size_t most) { return compare(a, b, most, 1); }

int MODEL(strcmp)(const char* a, const char* b) { return compare(a, b, SIZE_MAX, 1); }

int MODEL(isdigit)(int c) { return c >= '0' && c <= '9'; }
int MODEL(islower)(int c) { return c >= 'a' && c <= 'z'; }
int MODEL(isupper)(int c) { return c >= 'A' && c <= 'Z'; }
int MODEL(isalpha)(int c) { return MODEL(islower)(c | 32) && c >= 'A'; }
int MODEL(isalnum)(int c) { return MODEL(isalpha)(c) || MODEL(isdigit)(c); }
int MODEL(isblank)(int c) { return c == ' ' || c == '\t'; }
int MODEL(isspace)(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
int MODEL(iscntrl)(int c) { return (c >= 0 && c < ' ') || c == 127; }
int MODEL(isprint)(int c) { return c >= ' ' && c < 127; }
int MODEL(isgraph)(int c) { return c > ' ' && c < 127; }
int MODEL(ispunct)(int c) { return MODEL(isgraph)(c) && !MODEL(isalnum)(c); }
int MODEL(isxdigit)(int c) { return MODEL(isdigit)(c) || ((c | 32) >= 'a' && (c | 32) <= 'f'); }
int MODEL(tolower)(int c) { return MODEL(isupper)(c) ? c + 32 : c; }
int MODEL(toupper)(int c) { return MODEL(islower)(c) ? c - 32 : c; }

int MODEL(strncasecmp)(const char* a, const char* b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    const int x = MODEL(tolower)((unsigned char)a[i]);
    const int y = MODEL(tolower)((unsigned char)b[i]);
    if (x != y) return x < y ? -1 : 1;
    if (x == 0) return 0;
  }
  return 0;
}

int MODEL(strcasecmp)(const char* a, const char* b) { return MODEL(strncasecmp)(a, b, SIZE_MAX); }

void* MODEL(memchr)(const void* memory, int wanted, size_t size) {
  const unsigned char* bytes = memory;
  for (size_t i = 0; i < size; ++i)
    if (bytes[i] == (unsigned char)wanted) return (void*)(bytes + i);
  return NULL;
}

char* MODEL(strchr)(const char* s, int wanted) {
  for (;; ++s) {
    if (*s == (char)wanted) return (char*)s;
    if (*s == 0) return NULL;
  }
}

char* MODEL(strrchr)(const char* s, int wanted) {
  const char* last = NULL;
  for (;; ++s) {
    if (*s == (char)wanted) last = s;
    if (*s == 0) return (char*)last;
  }
}

char* MODEL(strstr)(const char* text, const char* wanted) {
  const size_t length = MODEL(strlen)(wanted);
  for (;; ++text) {
    if (MODEL(strncmp)(text, wanted, length) == 0) return (char*)text;
    if (*text == 0) return NULL;
  }
}

static int is_one_of(char c, const char* set) {
  for (; *set != 0; ++set)
    if (*set == c) return 1;
  return 0;
}

size_t MODEL(strspn)(const char* s, const char* set) {
  size_t length = 0;
  while (s[length] != 0 && is_one_of(s[length], set)) ++length;
  return length;
}

size_t MODEL(strcspn)(const char* s, const char* set) {
  size_t length = 0;
  while (s[length] != 0 && !is_one_of(s[length], set)) ++length;
  return length;
}

char* MODEL(strpbrk)(const char* s, const char* set) {
  const size_t length = MODEL(strcspn)(s, set);
  return s[length] == 0 ? NULL : (char*)(s + length);
}

char* MODEL(stpcpy)(char* to, const char* from) {
  for (;; ++to, ++from) {
    *to = *from;
    if (*from == 0) return to;
  }
}

char* MODEL(strcpy)(char* to, const char* from) {
  MODEL(stpcpy)(to, from);
  return to;
}

char* MODEL(strncpy)(char* to, const char* from, size_t size) {
  size_t i = 0;
  for (; i < size && from[i] != 0; ++i) to[i] = from[i];
  for (; i < size; ++i) to[i] = 0;
  return to;
}

char* MODEL(strcat)(char* to, const char* from) {
  MODEL(stpcpy)(to + MODEL(strlen)(to), from);
  return to;
}

char* MODEL(strncat)(char* to, const char* from, size_t most) {
  char* end = to + MODEL(strlen)(to);
  size_t i = 0;
  for (; i < most && from[i] != 0; ++i) end[i] = from[i];
  end[i] = 0;
  return to;
}

char* MODEL(strndup)(const char* s, size_t most) {
  const size_t length = MODEL(strnlen)(s, most);
  char* copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  for (size_t i = 0; i < length; ++i) copy[i] = s[i];
  copy[length] = 0;
  return copy;
}

char* MODEL(strdup)(const char* s) { return MODEL(strndup)(s, SIZE_MAX - 1); }

// Digits and their value in the base; base or more: none.
static int digit_of(char c) {
  if (MODEL(isdigit)(c)) return c - '0';
  if (MODEL(isalpha)((unsigned char)c)) return (c | 32) - 'a' + 10;
  return INT_MAX;
}

struct Number {
  unsigned long long magnitude;
  const char* end;  // NULL: there is none
  int negative;
  int digits;
  int too_large;
  int small;  // whatever the digits are, it fits with a sign
};

static struct Number read_number(const char* s, int base) {
  struct Number result = {0, NULL, 0, 0, 0, 0};
  while (MODEL(isspace)((unsigned char)*s)) ++s;
  if (*s == '-' || *s == '+') result.negative = *s++ == '-';
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] | 32) == 'x' && digit_of(s[2]) < 16) {
    s += 2;
    base = 16;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  const unsigned long long radix = (unsigned long long)base;
  const unsigned long long most = ULLONG_MAX / radix;
  int safe = 0;  // so many digits always fit
  for (unsigned long long power = 1; power <= most; power *= radix) ++safe;
  for (; digit_of(*s) < base; ++s) {
    const unsigned long long digit = (unsigned long long)digit_of(*s);
    // That a few digits do not overflow is known here, and hard for a solver to find out.
    if (++result.digits > safe && (result.magnitude > most || (result.magnitude == most && digit > ULLONG_MAX % radix)))
      result.too_large = 1;
    result.magnitude = result.magnitude * radix + digit;
    result.end = s + 1;
  }
  result.small = result.digits < safe;
  return result;
}

long long MODEL(strtoll)(const char* s, char** end, int base) {
  const struct Number number = read_number(s, base);
  if (end != NULL) *end = (char*)(number.end != NULL ? number.end : s);
  const unsigned long long most = (unsigned long long)LLONG_MAX + (number.negative ? 1 : 0);
  if (!number.small && (number.too_large || number.magnitude > most)) {
    errno = ERANGE;
    return number.negative ? LLONG_MIN : LLONG_MAX;
  }
  return (long long)(number.negative ? 0 - number.magnitude : number.magnitude);
}

unsigned long long MODEL(strtoull)(const char* s, char** end, int base) {
  const struct Number number = read_number(s, base);
  if (end != NULL) *end = (char*)(number.end != NULL ? number.end : s);
  if (number.too_large) {
    errno = ERANGE;
    return ULLONG_MAX;
  }
  return number.negative ? 0 - number.magnitude : number.magnitude;
}

long MODEL(strtol)(const char* s, char** end, int base) { return MODEL(strtoll)(s, end, base); }
unsigned long MODEL(strtoul)(const char* s, char** end, int base) { return MODEL(strtoull)(s, end, base); }
int MODEL(atoi)(const char* s) { return (int)MODEL(strtoll)(s, NULL, 10); }
long MODEL(atol)(const char* s) { return MODEL(strtoll)(s, NULL, 10); }
long long MODEL(atoll)(const char* s) { return MODEL(strtoll)(s, NULL, 10); }

void* MODEL(realloc)(void* old, size_t size) {
  if (old == NULL) return malloc(size);
  const size_t had = malloc_usable_size(old);
  if (size != 0 && size <= had) return old;
  void* const now = malloc(size);
  if (now == NULL && size != 0) return NULL;
  for (size_t i = 0; i < had && i < size; ++i) ((char*)now)[i] = ((char*)old)[i];
  free(old);
  return now;
}
