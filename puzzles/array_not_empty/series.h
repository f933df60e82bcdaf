#pragma once

// Series of numbers. Without numbers there is no series.
struct point {
  double value;
};
struct series;

struct series* series_create(const double* values, int count);
int series_insert(struct series* series, int at, const struct point* point);
void series_free(struct series* series);
