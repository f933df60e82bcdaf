#include "link.h"

int main(void) {
  static const unsigned char request[] = {1, 2, 3, 4, 5, 6, 7, 0x17, 0, 1, 0, 2, 0x58};
  link_t* link = link_new_net(502);
  store_t* store = store_new(3, 8);
  return link_answer(link, request, sizeof(request), store);
}
