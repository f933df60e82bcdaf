#include <yoga/Yoga.h>

int main() {
  YGNodeRef outer = YGNodeNew(), inner = YGNodeNew();
  YGNodeInsertChild(outer, inner, 0);
  YGNodeInsertChild(inner, outer, 0);
  YGNodeCalculateLayout(outer, 100, 100, YGDirectionLTR);
}
