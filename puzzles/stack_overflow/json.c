#include "json.h"

static int depth_below(const char* text, int level) {
  char name[64] = {0};
  name[level % 64] = *text;
  if (*text != '[') return name[0] == '[' ? level : 0;
  return depth_below(text + 1, level + 1);
}

static int depth_of(int lists, int level) {
  char names[512] = {0};
  names[level % 512] = (char)lists;
  if (lists == 0) return level;
  return depth_of(lists - 1, level + 1) + names[511];
}

int json_depth(const char* text) { return text ? depth_below(text, 0) : 0; }

int json_depth_of(int lists) { return lists > 100 ? depth_of(lists, 0) : 0; }
