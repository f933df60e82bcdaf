#include "query.h"

int main() { return static_cast<int>(Query().limit(3).text().size()); }
