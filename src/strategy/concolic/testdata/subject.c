// What the concolic engine has to get through, in C. Each takes a text of so many bytes behind which there is a 0, and returns 1 only
// at its end. Conditions are asked, not returned: what the caller does with a result is not instrumented.
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int compares_numbers(const char* text, size_t size) {
  if (size < 8) return 0;
  int32_t a;
  int32_t b;
  memcpy(&a, text, sizeof a);
  memcpy(&b, text + 4, sizeof b);
  if (a * 3 - 7 != b) return 0;
  if (b < 1000 || b > 1010) return 0;
  if (a % 2 != 0) return 1;
  return 0;
}

// A magic value that is computed, and a checksum over it all.
int has_magic_and_checksum(const char* text, size_t size) {
  if (size < 30) return 0;
  unsigned state = 12345;
  for (int i = 0; i < 24; ++i) {
    state = state * 1103515245u + 12345u;
    if ((unsigned char)text[i] != (state >> 16 & 0xff)) return 0;
  }
  uint16_t sum = 0;
  for (int i = 0; i < 28; ++i) sum = (uint16_t)(sum * 31 + (unsigned char)text[i]);
  const uint16_t said = (uint16_t)((unsigned char)text[28] << 8 | (unsigned char)text[29]);
  if (sum == said) return 1;
  return 0;
}

int nests_commands(const char* text, size_t size) {
  (void)size;
  if (strncmp(text, "set ", 4) != 0) return 0;
  const char* key = text + 4;
  const char* end = strchr(key, '=');
  if (end == NULL) return 0;
  char name[16];
  const size_t length = (size_t)(end - key);
  if (length >= sizeof name) return 0;
  memcpy(name, key, length);
  name[length] = 0;
  if (strcmp(name, "colour") != 0) return 0;
  if (strcmp(end + 1, "teal") == 0) return 1;
  return 0;
}

// Characters' values, as most decoders have them: in a table.
static const signed char kValue[128] = {
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 62, -1, -1, -1, 63, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, -1, -1, -1, -1, -1, -1,
    -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, -1, -1, -1, -1, -1,
    -1, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, -1, -1, -1, -1, -1,
};

int decodes_base64(const char* text, size_t size) {
  if (size < 8) return 0;
  unsigned char bytes[6];
  for (int i = 0; i < 2; ++i) {
    unsigned group = 0;
    for (int j = 0; j < 4; ++j) {
      const unsigned char c = (unsigned char)text[i * 4 + j];
      if (c >= sizeof kValue || kValue[c] < 0) return 0;
      group = group << 6 | (unsigned)kValue[c];
    }
    for (int j = 0; j < 3; ++j) bytes[i * 3 + j] = (unsigned char)(group >> (16 - 8 * j));
  }
  if (memcmp(bytes, "PK\003\004", 4) == 0 && bytes[4] == bytes[5]) return 1;
  return 0;
}

// The same as it is written without a table.
static int value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

int decodes_base64_by_ranges(const char* text, size_t size) {
  if (size < 8) return 0;
  unsigned char bytes[6];
  for (int i = 0; i < 2; ++i) {
    unsigned group = 0;
    for (int j = 0; j < 4; ++j) {
      const int value = value_of(text[i * 4 + j]);
      if (value < 0) return 0;
      group = group << 6 | (unsigned)value;
    }
    for (int j = 0; j < 3; ++j) bytes[i * 3 + j] = (unsigned char)(group >> (16 - 8 * j));
  }
  if (memcmp(bytes, "PK\003\004", 4) == 0 && bytes[4] == bytes[5]) return 1;
  return 0;
}

int agrees_in_length(const char* text, size_t size) {
  char* end;
  const long length = strtol(text, &end, 10);
  if (end == text || *end != ':') return 0;
  if (length < 3) return 0;
  if (strlen(end + 1) != (size_t)length) return 0;
  (void)size;
  if (end[length] == ';') return 1;
  return 0;
}

// A scanner as generators write them: all it knows of a keyword is in tables. It is "yaw" or "yes".
static const unsigned char kClass[128] = {['a'] = 1, ['e'] = 2, ['s'] = 3, ['w'] = 4, ['y'] = 5};
static const signed char kNext[5][6] = {
    {-1, -1, -1, -1, -1, 1}, {-1, 2, 3, -1, -1, -1}, {-1, -1, -1, -1, 4, -1}, {-1, -1, -1, 4, -1, -1}, {-1, -1, -1, -1, -1, -1}};

int scans_keyword(const char* text, size_t size) {
  int state = 0;
  for (size_t i = 0; i < size && text[i] != 0; ++i) {
    const unsigned char c = (unsigned char)text[i];
    if (c >= sizeof kClass) return 0;
    state = kNext[state][kClass[c]];
    if (state < 0) return 0;
  }
  if (state == 4) return 1;
  return 0;
}

int uses_ctype(const char* text, size_t size) {
  if (size < 4) return 0;
  if (!isupper((unsigned char)text[0]) || !isdigit((unsigned char)text[1])) return 0;
  if (!ispunct((unsigned char)text[2])) return 0;
  if (tolower((unsigned char)text[0]) == (unsigned char)text[3]) return 1;
  return 0;
}

int compares_floats(const char* text, size_t size) {
  if (size < 16) return 0;
  int16_t a;
  int16_t b;
  memcpy(&a, text, sizeof a);
  memcpy(&b, text + 2, sizeof b);
  const float x = a;
  const double y = b;
  if (!(x > 1000.5f && x < 1001.5f)) return 0;
  if (y >= -3.25) return 0;
  if (y > -9.75) return 1;
  return 0;
}

int chooses(const char* text, size_t size) {
  if (size < 2) return 0;
  switch (text[0] * 2) {
    case 82: if (text[1] == 'x') return 1; return 0;
    case 160: if (text[1] == 'y') return 2; return 0;
    case 200: return 0;
    default: return 0;
  }
}

// One condition for the whole word.
int is_keyword(const char* text, size_t size) {
  (void)size;
  if (strcmp(text, "reproduce") != 0) return 0;
  return 1;
}

// Each of them less, equal and greater, and texts that end within each other.
int orders_texts(const char* text, size_t size) {
  (void)size;
  const int whole = strcmp(text, "set");
  const int part = strncmp(text + 4, "ab", 2);
  const int bytes = memcmp(text + 6, "\0x", 2);
  const int both = strcmp(text, text + 4);
  if (whole > 0 && part < 0) return both < 0 ? 2 : 3;
  if (whole < 0 && bytes > 0) return both == 0 ? 4 : 5;
  return whole == 0 && part == 0 && bytes == 0 && both > 0;
}
