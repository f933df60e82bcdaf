#include <ode/ode.h>

int main() {
  dInitODE();
  dWorldID world = dWorldCreate();
  dBodyID body = dBodyCreate(world);
  dQuaternion rotation = {0, 0, 0, 0};
  dBodySetQuaternion(body, rotation);
}
