#include "cadical.hpp"

int main() {
  CaDiCaL::Solver solver;
  solver.add(1);
  solver.add(0);
  return solver.val(1);
}
