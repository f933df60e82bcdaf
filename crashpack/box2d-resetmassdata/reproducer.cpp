#include "box2d/box2d.h"

int main() {
  b2World world(b2Vec2(0, -10));
  b2BodyDef definition;
  definition.type = b2_dynamicBody;
  b2CircleShape far;
  far.m_p.Set(1000, 1000);
  far.m_radius = 0.01f;
  world.CreateBody(&definition)->CreateFixture(&far, 1);
}
