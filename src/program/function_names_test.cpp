#include "program/function_names.h"

#include <gtest/gtest.h>

namespace reenact {
namespace {

Function named(const std::string& linkage_name, const std::string& name) {
  Function function;
  function.linkage_name = linkage_name;
  function.name = name;
  return function;
}

TEST(Likeness, OfTheInstantiationsTheReportedOneIsTheMostAlike) {
  const Function of_int = named("_ZN2ns4pushIiEEvT_", "void ns::push<int>(int)");
  const Function of_char = named("_ZN2ns4pushIcEEvT_", "void ns::push<char>(char)");
  EXPECT_EQ(likeness(of_int, "ns::push<int>"), 0);
  EXPECT_EQ(likeness(of_char, "ns::push<int>"), -1);
  EXPECT_EQ(likeness(of_char, "void ns::push<char> (char)"), 0);  // gdb puts a space there
}

TEST(Likeness, IsNotOfTheShortestName) {
  const std::string reported = "Box<Ticket>::Iter<false> Box<Ticket>::at<false>(Ticket*)";
  const Function of_false = named("", "Box<int>::Iter<false> Box<int>::at<false>(int*)"),
                 of_true = named("", "Box<int>::Iter<true> Box<int>::at<true>(int*)");
  EXPECT_EQ(likeness(of_false, reported), -3);
  EXPECT_EQ(likeness(of_true, reported), -5);
}

TEST(NearestFunctions, NamesThreeByTheLettersToChange) {
  ProgramModel program;
  for (const char* name : {"parse_all", "print", "parse", "pause", "free_everything"})
    program.functions.push_back(named(name, name));
  EXPECT_EQ(
      nearest_functions(program, "parsed"),
      "\n  nearest names: parse, pause, parse_all\n  next step: is this the right project, and are its sources in "
      "the compilation database?");
}

}  // namespace
}  // namespace reenact
