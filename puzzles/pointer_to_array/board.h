#pragma once

/// Who has won on a board's row: 1, 2, or 0 for nobody yet.
int winner_of(const char (*row)[3]);
/// Moves all stones of the row to its end.
void push(char (*row)[3]);
