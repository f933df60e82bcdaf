#include "traffic.h"

int main() { return traffic::remaining(traffic::Light::kGreen, true); }
