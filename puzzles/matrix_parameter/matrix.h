#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef double matrix[2][2];

/// Divides the matrix by its determinant.
void normalise(matrix m);
/// The sum of its rows' products.
int permanent(int rows[2][3]);

#ifdef __cplusplus
}
#endif
