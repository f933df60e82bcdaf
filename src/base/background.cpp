#include "base/background.h"

#include <sys/resource.h>

namespace reenact {

void give_way() {
  constexpr int kNicer = 5;
  constexpr id_t kThisThread = 0;
  setpriority(PRIO_PROCESS, kThisThread, getpriority(PRIO_PROCESS, kThisThread) + kNicer);
}

}  // namespace reenact
