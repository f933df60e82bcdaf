#include "scan.h"

#include <stdexcept>

namespace scan {

int depth(const char* begin, const char* end) {
  int now = 0, most = 0;
  for (const char* at = begin; at != end; ++at) {
    if (*at == '(') most = ++now > most ? now : most;
    if (*at == ')' && --now < 0) throw std::logic_error("bracket closed that was not open");
  }
  if (now != 0 && end[-1] == '(') throw std::length_error("text ends in a bracket");
  return most;
}

}  // namespace scan
