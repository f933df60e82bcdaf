#pragma once

#include <vector>

/// How far a node of a tree is from its root. `parents`: of each node; of the root -1.
int depth_of(const std::vector<int>& parents, int node);
