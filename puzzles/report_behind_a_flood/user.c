#include "logbook.h"

int main(void) {
  const int days[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  return logbook_note(days, 9);
}
