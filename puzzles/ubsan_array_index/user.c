#include "week.h"

int main(void) { return week_hours(8); }
