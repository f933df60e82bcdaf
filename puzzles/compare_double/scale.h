#pragma once

/// Weighs a load in grams.
double weigh(double load);
