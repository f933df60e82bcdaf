// The runtime's side of the table of expressions.
#pragma once

#include "abi/concolic.h"

namespace reenact::concolic_runtime {

/// The region; null: nothing is recorded.
extern ReenactConcolicRegion* region;
/// In the thread whose run it is.
extern __thread bool recording;

/// Forgets all expressions.
void clear_table();
/// The number of that node, an existing one if there is one. 0: the table is full.
ReenactLabel intern(const ReenactExpression& node);
/// A copy: the table is shared, but only we write.
ReenactExpression node_of(ReenactLabel label);
ReenactLabel constant(uint64_t value, unsigned width);
ReenactLabel operation(ReenactOperation op, unsigned width, ReenactLabel a, ReenactLabel b = 0, ReenactLabel c = 0);
/// `width` bits from bit `low` upwards; of an extract and of what has that width no new node.
ReenactLabel extract(ReenactLabel a, unsigned low, unsigned width);
/// Appends a clause, unless the log is full.
void append(const ReenactClause& clause);
void count(ReenactConcretised reason);

}  // namespace reenact::concolic_runtime
