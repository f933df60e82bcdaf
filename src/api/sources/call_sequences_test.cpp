#include "api/sources/call_sequences.h"

#include <gmock/gmock.h>

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(CallSequences, AreInTheOrderOfTheCalls) {
  EXPECT_THAT(call_sequences_in("void demo() { begin(open(\"a\")); /* no() */ draw(line(1), line(2)); end(); }\n"
                                "namespace a { int f() { return g(); } int x; }\n"),
              ElementsAre(CallSequence{"open", "begin", "line", "line", "draw", "end"}, CallSequence{"return", "g"}));
}

TEST(CallSequences, HoldObjectsThatAreMadeAndFieldsThatAreSet) {
  EXPECT_THAT(call_sequences_in("int main() { ui::Mesh mesh(file); Grid grid; auto* p = new Box(3); p->size = 4;\n"
                                "  if (mesh.size == 3) mesh.load<char>(\"x\"); grid.rows[2].height = 1; }"),
              ElementsAre(CallSequence{"Mesh", "mesh", "Grid", "new", "Box", "size", "if", "load", "height"}));
}

TEST(CallSequences, AreOfFunctionsThatCall) {
  EXPECT_THAT(call_sequences_in("int values[] = {f(1), 2}; struct A { int x; }; int g(int a) { return a * 2; }"),
              IsEmpty());
}

}  // namespace
}  // namespace reenact
