#pragma once

/// Executes one instruction of a small machine and returns the accumulator.
int execute(int opcode, int operand);
