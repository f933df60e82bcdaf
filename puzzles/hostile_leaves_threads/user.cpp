#include "heartbeat.h"

int main() {
  Heartbeat heartbeat;
  heartbeat.start();
  heartbeat.set_rate(230);
}
