#include "json.h"

int main(void) { return json_depth_of(10000000); }
