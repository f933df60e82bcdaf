#pragma once

/// Dials; throws the line's error number.
int dial(long number);
