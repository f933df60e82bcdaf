#include "base/background.h"

#include <sys/resource.h>

namespace reenact {

void give_way() {
  constexpr int kNice = 5;
  setpriority(PRIO_PROCESS, 0, kNice);  // 0: the calling thread
}

}  // namespace reenact
