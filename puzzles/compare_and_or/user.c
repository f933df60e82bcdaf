#include "date.h"

int main(void) { return day_of_year(2024, 2, 30); }
