#include "check/symbolize.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace reenact {
namespace {

namespace fs = std::filesystem;

class Symbolized : public testing::Test {
 protected:
  Symbolized() {
    std::string name = (fs::temp_directory_path() / "reenact_symbolize_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
    confinement_ = tools_confinement(folder_, {});
  }
  ~Symbolized() override { fs::remove_all(folder_); }

  fs::path folder_;
  Confinement confinement_;
};

TEST_F(Symbolized, FramesGetNamesAndAreNumberedAnew) {
  const fs::path source = folder_ / "a.c", binary = folder_ / "a";
  std::ofstream(source)
      << "static inline __attribute__((always_inline)) int in(volatile int* p) {\n  return *p;\n}\n"
         "int ___interceptor_out(volatile int* p) {\n  return in(p);\n}\nint main(void) { return 0; }\n";
  const auto built = run_process({"clang-19", "-g", "-O1", "-o", binary.string(), source.string()});
  ASSERT_TRUE(built && built->exit_status == 0);
  const auto symbols = run_process({"nm", binary.string()});
  ASSERT_TRUE(symbols);
  const std::size_t at = symbols->out.find(" T ___interceptor_out");
  ASSERT_NE(at, std::string::npos);
  const std::string offset = "0x" + symbols->out.substr(at - 8, 8);
  PlaceNames names;
  const auto text =
      names.symbolized("==1==ERROR: of a kind\n    #0 0x7  (" + binary.string() + "+" + offset +
                           ") (BuildId: 12)\n    #1 0x8  (/no/such/program+0x10)\n\nfreed by thread T0 here:\n"
                           "    #0 0x9  (/no/such/program+0x20)\n",
                       confinement_, {});
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(*text, "==1==ERROR: of a kind\n    #0 0x7 in in " + source.string() + ":2:10\n    #1 0x7 in out " +
                       source.string() + ":5:10\n    #2 0x8  (/no/such/program+0x10)\n\nfreed by thread T0 here:\n" +
                       "    #0 0x9  (/no/such/program+0x20)\n");

  const std::size_t start = symbols->out.find(" T _start");
  ASSERT_NE(start, std::string::npos);
  const std::string without_place = binary.string() + "+0x" + symbols->out.substr(start - 8, 8);
  EXPECT_EQ(names.symbolized("    #0 0x7  (" + without_place + ")\n", confinement_, {}).value_or(""),
            "    #0 0x7 in _start (" + without_place + ")\n");

  // Once asked, a place is known: nobody could tell any more what was there.
  fs::remove(binary);
  const std::string again = "    #0 0x7  (" + binary.string() + "+" + offset + ")\n";
  EXPECT_EQ(names.symbolized(again, confinement_, {}).value_or(""),
            "    #0 0x7 in in " + source.string() + ":2:10\n    #1 0x7 in out " + source.string() + ":5:10\n");
  EXPECT_EQ(PlaceNames().symbolized(again, confinement_, {}).value_or(""), again);
}

}  // namespace
}  // namespace reenact
