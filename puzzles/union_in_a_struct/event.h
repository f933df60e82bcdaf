#ifndef EVENT_H
#define EVENT_H

enum event_kind { EVENT_KEY = 1, EVENT_MOVE, EVENT_GRID };

/// What has happened; `kind` says which member of `u` tells more.
struct event {
  enum event_kind kind;
  union {
    struct {
      int code;
      unsigned modifiers;
    } key;
    struct {
      short dx, dy;
    } move;
    struct {
      unsigned char cells[3][4];
    } grid;
  } u;
};

int event_weight(const struct event* event);

#endif
