#include "archive.h"

int main(void) {
  const unsigned char file[] = {0x7f, 'A', 'R', 'C', 0x00, 0x02, 0xff};
  return archive_entries(file, sizeof file);
}
