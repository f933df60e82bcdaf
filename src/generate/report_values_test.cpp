#include "generate/report_values.h"

#include <gmock/gmock.h>

#include "crash/reader.h"

namespace reenact {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

ValuePool values_of(const std::string& frames) {
  const auto report = read_crash_report("Program received signal SIGSEGV, Segmentation fault.\n" + frames, "report");
  EXPECT_TRUE(report.has_value());
  ValuePool pool;
  if (report) add_report_values(pool, *report);
  return pool;
}

TEST(ReportValues, NumbersAndTextsInnermostFirst) {
  const ValuePool pool = values_of(
      "#0  book (amount=987654321, rate=-2.5) at account.c:7\n"
      "#1  0x00005555555562d1 in charge (owner=0x555555557008 \"an\\n\\001\", where={x = -4, y = 0x10}) at "
      "account.c:13\n");
  EXPECT_THAT(pool.integers, ElementsAre(987654321, 16, -4));
  EXPECT_THAT(pool.floats, ElementsAre(-2.5));
  EXPECT_THAT(pool.texts, ElementsAre("an\n\1"));
}

TEST(ReportValues, AddressesAreNoValues) {
  EXPECT_THAT(values_of("#0  f (p=0x7fffffffe010, q=0x0) at a.c:7\n").integers, ElementsAre(0));
}

TEST(ReportValues, FramesOutsideOfTheSubjectSayNothing) {
  EXPECT_THAT(values_of("#0  f (n=3) at a.c:7\n#1  main (argc=77, argv=0x7fffffffe010) at main.c:5\n").integers,
              Not(Contains(77)));
}

TEST(ReportValues, EntryValuesCount) {
  EXPECT_THAT(values_of("#0  f (n=n@entry=41) at a.c:7\n").integers, Contains(41));
}

}  // namespace
}  // namespace reenact
