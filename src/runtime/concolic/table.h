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
/// Where the next clause goes, to be filled by the caller, its unused part included; null: the log is full.
ReenactClause* next_clause();
/// Appends one that no branch of the program's asked.
void append(ReenactLabel condition, ReenactClauseKind kind);
void count(ReenactConcretised reason);

}  // namespace reenact::concolic_runtime
