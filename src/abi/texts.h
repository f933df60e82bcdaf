// How several texts of one exception travel in the place of one.
#pragma once

/// Between the texts of an exception that has more than one and does not say which is its message.
inline constexpr char kReenactBetweenTexts[] = " | ";
