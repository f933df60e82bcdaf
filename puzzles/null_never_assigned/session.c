#include "session.h"

struct session {
  int users;
  int guests;
};

static struct session* current; /* nobody logs in */

int session_users(int with_guests) {
  if (with_guests > 100) return current->users + current->guests;
  return 0;
}
