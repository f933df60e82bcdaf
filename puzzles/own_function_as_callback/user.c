#include "chain.h"

int main(void) {
  chain_t *chain = chain_new();
  chain_add(chain, chain_upper);
  chain_add(chain, chain_trim_right);
  chain_run(chain, "");
  chain_free(chain);
  return 0;
}
