#include <chipmunk/chipmunk.h>

int main(void) {
    cpSpace *space = cpSpaceNew();
    cpBody *wall = cpSpaceGetStaticBody(space);
    cpBody *lift = cpSpaceAddBody(space, cpBodyNewKinematic());
    cpSpaceAddConstraint(space, cpPivotJointNew(wall, lift, cpvzero));
    cpSpaceStep(space, 1.0 / 60.0);
}
