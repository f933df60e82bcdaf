#include "shelf.h"

std::size_t Shelf::size() const { return books_.size(); }
