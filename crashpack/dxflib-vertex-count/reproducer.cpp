#include <sstream>

#include "dl_creationadapter.h"
#include "dl_dxf.h"

int main() {
  std::stringstream drawing("0\nLWPOLYLINE\n90\n1073741825\n10\n0.5\n0\nEOF\n");
  DL_CreationAdapter adapter;
  DL_Dxf().in(drawing, &adapter);
}
