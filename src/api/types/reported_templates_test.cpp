#include "api/types/reported_templates.h"

#include <gmock/gmock.h>

namespace reenact::api {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> class_names(const std::vector<std::string>& names) {
  std::vector<std::string> result;
  for (const ReportedClass& each : reported_classes(names)) result.push_back(each.spelled);
  return result;
}

TEST(ReportedTemplates, ArgumentsOfClasses) {
  const std::vector<ReportedClass> classes = reported_classes({"ns::Grid<int, ns::Less<int> >::at(int)"});
  ASSERT_EQ(classes.size(), 1u);
  EXPECT_EQ(classes[0].name, "ns::Grid");
  EXPECT_THAT(classes[0].arguments, ElementsAre("int", "ns::Less<int>"));
  EXPECT_THAT(seeds({"ns::Grid<int>::at"}), HasSubstr("using " + class_alias(0) + " = ns::Grid<int>;\n"));
}

TEST(ReportedTemplates, ArgumentsOfFunctions) {
  EXPECT_THAT(seeds({"void ns::push<char const*, int>(int)"}), HasSubstr(function_aliases("push") + "0_1 = int;\n"));
  EXPECT_THAT(class_names({"Map<int>::at<long>(long)"}), ElementsAre("Map<int>"));
}

TEST(ReportedTemplates, TheSignsOfOperatorsAreNoBrackets) {
  for (const char* name : {"ns::operator<< <char, int>", "operator<< <char, int>(std::ostream&)"})
    EXPECT_THAT(seeds({name}), HasSubstr(function_aliases(identifier("operator<<")) + "0_1 = int;\n")) << name;
  EXPECT_THAT(seeds({"Call::operator()<long>(long)"}),
              HasSubstr(function_aliases(identifier("operator()")) + "0_0 = long;\n"));
  EXPECT_THAT(class_names({"Map<int>::operator<(Map<int> const&)", "List<char>::operator->() const"}),
              ElementsAre("List<char>", "Map<int>"));
  EXPECT_THAT(class_names({"Box<int>::my_operator<long>(long)"}), ElementsAre("Box<int>"));
}

}  // namespace
}  // namespace reenact::api
