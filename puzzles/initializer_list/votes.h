#ifndef VOTES_H
#define VOTES_H

#include <initializer_list>

int winner(std::initializer_list<int> votes);

#endif
