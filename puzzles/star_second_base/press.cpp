#include "press.h"

#include <stdexcept>

namespace {

class Press : public Powered, public Tool {
 public:
  int work(int pressure) override;
};

int Press::work(int pressure) {
  if (pressure == 70707) throw std::out_of_range("too much pressure");
  return pressure / 2;
}

int use(Tool& tool, int pressure) { return tool.work(pressure); }

}  // namespace

int press_once(int pressure) {
  Press press;
  return use(press, pressure);
}
