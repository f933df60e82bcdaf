// One node of an expression, as both sides of a concolic run know it: the runtime in the subject's process appends such
// nodes to a table in shared memory, the engine reads them there and keeps its own in the same layout, so that nothing
// is serialised. Plain C, no dependency.
//
// Invariants of a table:
//   1. Entry 0 is no expression. As a label it says "concrete", as an operand "none".
//   2. Operands come before what uses them: a table is read in one pass, and has no cycles.
//   3. Entries are never changed or removed.
//   4. There are no floating-point values, only their bits: an operation on floats takes and gives bit-vectors of 32 or 64.
//   5. A condition is a bit-vector of width 1.
#pragma once

#include <stdint.h>

#define REENACT_EXPRESSION_VERSION 1

#ifdef __cplusplus
extern "C" {
#endif

/// Index into a table of expressions; 0: concrete.
typedef uint32_t ReenactLabel;

enum { kReenactMaxWidth = 128 };

/// X(name, operands). Semantics are SMT-LIB's of the theories of bit-vectors, arrays and floating point (rounding: nearest,
/// ties to even; to integers: towards zero), also where a processor traps: x / 0 has all bits set, x % 0 is x, and a shift by the
/// width or more leaves nothing but the fill.
#define REENACT_OPERATIONS(X)                                                                                     \
  X(None, 0)                                                                                                      \
  X(Constant, 0) /* its bits: `constant`, and above these operands[1], operands[2] */                             \
  X(Symbol, 0)   /* an unknown value; `constant`: which one */                                                    \
  X(Array, 0)    /* an unknown array; `constant`: which one */                                                    \
  X(Table, 0)    /* an array of constants; `constant`: where its elements are, operands[0]: how many there are */ \
  X(Not, 1)                                                                                                       \
  X(Neg, 1)                                                                                                       \
  X(And, 2)                                                                                                       \
  X(Or, 2)                                                                                                        \
  X(Xor, 2)                                                                                                       \
  X(Add, 2)                                                                                                       \
  X(Sub, 2)                                                                                                       \
  X(Mul, 2)                                                                                                       \
  X(UDiv, 2)                                                                                                      \
  X(SDiv, 2)                                                                                                      \
  X(URem, 2)                                                                                                      \
  X(SRem, 2)                                                                                                      \
  X(Shl, 2)                                                                                                       \
  X(LShr, 2)                                                                                                      \
  X(AShr, 2)                                                                                                      \
  X(Eq, 2)                                                                                                        \
  X(Ult, 2)                                                                                                       \
  X(Ule, 2)                                                                                                       \
  X(Slt, 2)                                                                                                       \
  X(Sle, 2)                                                                                                       \
  X(Concat, 2)  /* operands[0] is the upper part */                                                               \
  X(Extract, 1) /* `width` bits from bit `constant` upwards */                                                    \
  X(ZExt, 1)                                                                                                      \
  X(SExt, 1)                                                                                                      \
  X(Ite, 3)   /* operands[0] ? operands[1] : operands[2] */                                                       \
  X(Read, 2)  /* operands[0] is the array, operands[1] the index; behind a Table's end: 0 */                      \
  X(Store, 3) /* the array operands[0] with operands[2] at index operands[1] */                                   \
  X(FAdd, 2)                                                                                                      \
  X(FSub, 2)                                                                                                      \
  X(FMul, 2)                                                                                                      \
  X(FDiv, 2)                                                                                                      \
  X(FNeg, 1)                                                                                                      \
  X(FAbs, 1)                                                                                                      \
  X(FSqrt, 1)                                                                                                     \
  X(FEq, 2) /* ordered, as ==: false with a NaN */                                                                \
  X(FLt, 2)                                                                                                       \
  X(FLe, 2)                                                                                                       \
  X(FNan, 1) /* is it a NaN? */                                                                                   \
  X(FToF, 1) /* between 32 and 64 bits */                                                                         \
  X(FToS, 1) /* to a signed integer; unspecified where that cannot hold it */                                     \
  X(FToU, 1)                                                                                                      \
  X(SToF, 1)                                                                                                      \
  X(UToF, 1)

typedef enum ReenactOperation {
#define REENACT_OPERATION(name, operands) kReenactOp##name,
  REENACT_OPERATIONS(REENACT_OPERATION)
#undef REENACT_OPERATION
      kReenactOpCount
} ReenactOperation;

/// 24 bytes: a constant of 128 bits fits into the operands it does not have, which beats a second table of constants or a third
/// word in every node.
typedef struct ReenactExpression {
  uint8_t op;           // ReenactOperation
  uint8_t index_width;  // of an array: bits of its indices; 0: a bit-vector
  uint16_t width;       // bits of the value; of an array: of its elements
  ReenactLabel operands[3];
  uint64_t constant;
} ReenactExpression;

#ifdef __cplusplus
}  // extern "C"
#endif
