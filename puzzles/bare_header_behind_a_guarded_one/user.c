#include "client.h"

int main(void) {
  text t = client_request("get");
  text_grew(t, 9);
  text_free(t);
  return 0;
}
