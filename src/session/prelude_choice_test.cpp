#include "session/prelude_choice.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace reenact {
namespace {

namespace fs = std::filesystem;

/// Headers a test could include; what each needs to be told is in `includes`.
class PreludeChoice : public testing::Test {
 protected:
  PreludeChoice() {
    std::string name = (fs::temp_directory_path() / "reenact_prelude_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~PreludeChoice() override { fs::remove_all(folder_); }

  void header(const std::string& name, const std::string& text, std::set<std::string> includes = {}) {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    includes.insert(name);
    includes_[name] = std::move(includes);
    all_.push_back("#include \"" + name + "\"");
  }
  /// The same, in a block of C's.
  void bare_header(const std::string& name, const std::string& text) {
    header(name, text);
    all_.back() = "extern \"C\" {\n" + all_.back() + "\n}";
  }
  /// The test compiles if every one of `needs` is included somehow, and none of `contradicts_`.
  std::optional<std::vector<std::string>> choose(const std::set<std::string>& needs, std::string_view body) {
    return choose_prelude(
        all_, body,
        [&](const auto& lines) {
          ++attempts_;
          std::set<std::string> names;
          for (const std::string& line : lines) {
            const auto open = line.find('"', line.find("#include")) + 1;
            names.merge(std::set(includes_.at(line.substr(open, line.find('"', open) - open))));
          }
          TriedTest tried;
          tried.compiles =
              std::ranges::includes(names, needs) &&
              std::ranges::none_of(contradicts_, [&](const std::string& each) { return names.contains(each); });
          for (const std::string& name : names) tried.included.push_back(folder_ / name);
          return tried;
        },
        [&](const auto&) { return uses_; });
  }
  /// The test uses what one of `names` declares.
  void uses(const std::set<std::string>& names) {
    if (!uses_) uses_.emplace();
    std::set<fs::path> files;
    for (const std::string& name : names) files.insert(folder_ / name);
    uses_->declared_in.insert(std::move(files));
    for (const auto& [name, others] : includes_) {
      uses_->includes[fs::path()].insert(folder_ / name);
      for (const std::string& other : others) uses_->includes[folder_ / name].insert(folder_ / other);
    }
  }

  fs::path folder_;
  std::map<std::string, std::set<std::string>> includes_;
  std::vector<std::string> all_;
  std::set<std::string> contradicts_;
  std::optional<DeclarationsUsed> uses_;
  int attempts_ = 0;
};

using Lines = std::vector<std::string>;

TEST_F(PreludeChoice, TheHeaderThatHoldsTheTestsWordsComesFirst) {
  for (const char* other : {"a.h", "b.h", "c.h", "d.h", "e.h", "f.h", "g.h"}) header(other, "void other();");
  header("emitter.h", "class Emitter { void end_list(); };");
  EXPECT_EQ(choose({"emitter.h"}, "Emitter emitter; emitter.end_list();"), Lines{"#include \"emitter.h\""});
  EXPECT_LE(attempts_, 2);
}

TEST_F(PreludeChoice, OneThatDeclaresIsBetterThanOneThatPassesOn) {
  header("private.h", "json_array json_dump", {"public.h"});
  header("public.h", "json_array json_dump");
  EXPECT_EQ(choose({"public.h"}, "json_dump(json_array());"), Lines{"#include \"public.h\""});
}

TEST_F(PreludeChoice, SeveralIfNoneSuffices) {
  header("a.h", "void a();");
  header("other.h", "void other();");
  header("b.h", "void b();");
  EXPECT_EQ(choose({"a.h", "b.h"}, "a(); b();"), (Lines{"#include \"a.h\"", "#include \"b.h\""}));
}

TEST_F(PreludeChoice, ThoseOfManyThatDeclareWhatItUses) {
  header("sinks/color.h", "logger color_logger();");
  for (int i = 0; i < 30; ++i) header("part" + std::to_string(i) + ".h", "class logger;");
  header("detail.h", "class logger { void log(); };");
  header("all.h", "void register_logger(logger);", {"detail.h"});
  uses({"sinks/color.h"});
  uses({"detail.h"});
  uses({"all.h", "part3.h"});
  EXPECT_EQ(choose({"sinks/color.h", "all.h"}, "auto logger = color_logger(); register_logger(logger);"),
            (Lines{"#include \"sinks/color.h\"", "#include \"all.h\""}));
  EXPECT_LE(attempts_, 3);
}

TEST_F(PreludeChoice, WhatDeclaresItselfIsBetterThanWhatIncludes) {
  header("most.h", "int size;", {"list.h", "item.h"});
  header("list.h", "class list;", {"item.h"});
  header("item.h", "class item;");
  header("size.h", "size size size");
  uses({"list.h"});
  uses({"item.h"});
  EXPECT_EQ(choose({"list.h"}, "item size; list l;"), Lines{"#include \"list.h\""});
}

TEST_F(PreludeChoice, AllThatMentionItsWordsIfNobodyKnowsWhatItUses) {
  header("sinks/color.h", "logger color_logger();");
  for (int i = 0; i < 30; ++i) header("part" + std::to_string(i) + ".h", "void part();");
  header("all.h", "void register_logger(logger);");
  EXPECT_EQ(choose({"sinks/color.h", "all.h"}, "auto logger = color_logger(); register_logger(logger);"),
            (Lines{"#include \"sinks/color.h\"", "#include \"all.h\""}));
}

TEST_F(PreludeChoice, OneThatDoesNotContradictWhatTheTestIncludes) {
  header("own.h", "int match(regex_t* what, const char* text);", {"config.h"});
  header("config.h", "int match(regex_t* what);");
  header("all.h", "int match_all(regex_t* what, const char* text);", {"own.h"});
  contradicts_ = {"own.h"};
  EXPECT_EQ(choose({"config.h"}, "const char* text = 0; match(&what);"), Lines{"#include \"config.h\""});
}

TEST_F(PreludeChoice, WhatAHeaderWouldPassOnAsCxxComesBeforeIt) {
  bare_header("text.h", "char* text_new(void); struct reader; const int limit;");
  header("reader.h", "#include \"text.h\"\nvoid reader_feed(struct reader*, char*); struct reader* reader_new();",
         {"text.h"});
  EXPECT_EQ(choose({"reader.h", "text.h"}, "reader_feed(reader_new(), text_new());"),
            (Lines{"extern \"C\" {\n#include \"text.h\"\n}", "#include \"reader.h\""}));
  EXPECT_EQ(choose({"reader.h"}, "const reader* limit = reader_new(); reader_feed(limit, nullptr);"),
            Lines{"#include \"reader.h\""});
}

TEST_F(PreludeChoice, NoneIfTheTestDoesNotCompile) {
  header("a.h", "void a();");
  EXPECT_EQ(choose({"a.h", "missing.h"}, "a();"), std::nullopt);
}

}  // namespace
}  // namespace reenact
