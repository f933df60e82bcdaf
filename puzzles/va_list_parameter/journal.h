#pragma once

#include <stdarg.h>

/// Appends a line, as vprintf would print it, to the journal; returns its length.
int vnote(const char* format, va_list arguments);
