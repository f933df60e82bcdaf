#include "clipper.hpp"

int main() {
  ClipperLib::Clipper clipper;
  clipper.AddPath({{0, 0}, {10, 0}, {10, 10}, {0, 10}}, ClipperLib::ptSubject, true);
  ClipperLib::PolyTree tree;
  clipper.Execute(ClipperLib::ctUnion, tree);
  ClipperLib::PolyTree copy(tree);
}
