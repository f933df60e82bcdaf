#include "parcel.h"

int main() { return ship(Parcel({"a", "b", "c"}), 30000); }
