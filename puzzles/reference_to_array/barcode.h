#pragma once

/// The check digit of a short bar code.
int check_digit(const int (&digits)[3]);
