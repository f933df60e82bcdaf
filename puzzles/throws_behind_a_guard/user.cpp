#include "query.h"

int main() { shop::Query query("name="); }
