#include "build/build.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <chrono>
#include <fstream>

#include "base/files.h"
#include "build/cache.h"
#include "build/flags.h"
#include "build/symbols.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

class Build : public testing::Test {
 protected:
  Build() {
    std::string name = (fs::temp_directory_path() / "reenact_build_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    fs::create_directories(folder_ / "project");
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
    options_.build_dir = folder_ / "project";
    options_.cache_dir = folder_ / "cache";
    options_.progress = [this](std::string_view, std::size_t, std::size_t) { ++steps_; };
  }
  ~Build() override { fs::remove_all(folder_); }

  CompileCommand unit(const std::string& name, const std::string& code, std::vector<std::string> arguments = {"cc"}) {
    CompileCommand command;
    command.directory = folder_ / "project";
    command.file = command.directory / name;
    command.arguments = std::move(arguments);
    command.is_c = name.ends_with(".c");
    EXPECT_TRUE(write_file(command.file, code));
    return command;
  }
  Expected<BuiltSubject> build(const std::vector<CompileCommand>& commands, Flavour flavour = Flavour::kInstrumented) {
    return build_units(commands, flavour, options_);
  }
  /// When the object was made; changes if it is made again.
  static fs::file_time_type made(const BuiltSubject& subject) {
    return fs::last_write_time(subject.units.at(0).object);
  }

  fs::path folder_;
  SubjectOptions options_;
  int steps_ = 0;
};

constexpr const char* kWrongWhereNobodyCalls = R"(
template <typename T> struct Slot {
  explicit Slot(int number) : number_(number) {}
  void operator=(const Slot& other) { number_ = other.number_; }
  const int number_;
};
int f(int n) { return Slot<int>(n).number_; }
)";

TEST_F(Build, ATemplateMayBeWrongWhereNobodyCalls) {
  const auto subject = build({unit("a.cpp", kWrongWhereNobodyCalls), unit("b.cpp", "int g() { return 1; }")});
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  ASSERT_EQ(subject->units.size(), 2u);
  EXPECT_TRUE(subject->units[0].command.has_late_templates);
  EXPECT_FALSE(subject->units[1].command.has_late_templates);
  const std::vector<std::string> flags = flags_for_includer(subject->units);
  EXPECT_NE(std::ranges::find(flags, kLateTemplates), flags.end());
}

TEST_F(Build, MakesObjectModelAndHeaders) {
  EXPECT_TRUE(write_file(folder_ / "project/a.h", "int f(int);\n"));
  const auto subject = build({unit("a.c", "#include \"a.h\"\nint f(int a) { return a; }\n")});
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  ASSERT_EQ(subject->units.size(), 1u);
  EXPECT_TRUE(fs::exists(subject->units[0].object));
  EXPECT_TRUE(fs::exists(subject->units[0].model));
  EXPECT_EQ(subject->units[0].headers, std::vector<fs::path>{folder_ / "project/a.h"});
  // Nothing appears in the project.
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_ / "project"), {}), 2);
}

TEST_F(Build, RebuildsOnlyWhatChanged) {
  EXPECT_TRUE(write_file(folder_ / "project/a.h", "int f(int);\n"));
  const CompileCommand command = unit("a.c", "#include \"a.h\"\nint f(int a) { return a; }\n");
  const auto first = build({command});
  ASSERT_TRUE(first.has_value());
  const auto when = made(*first);
  // Touched, but the same content: still the same object.
  EXPECT_TRUE(write_file(folder_ / "project/a.h", "int f(int);\n"));
  EXPECT_EQ(made(*build({command})), when);
  EXPECT_TRUE(write_file(folder_ / "project/a.h", "int f(int); int g;\n"));
  EXPECT_NE(made(*build({command})), when);
}

TEST_F(Build, AProgramStandsForALibraryOfHeaders) {
  EXPECT_TRUE(write_file(folder_ / "project/a.h", "inline int f(int n) { return n; }\n"));
  EXPECT_TRUE(write_file(folder_ / "project/b.h", "inline int g(int n) { return n; }\n"));
  const std::vector<CompileCommand> programs{unit("a.cpp", "#include \"a.h\"\nint main() { return f(0); }\n"),
                                             unit("b.cpp", "#include \"b.h\"\nint main() { return g(0); }\n")};
  options_.files_in_report = {"b.h"};
  const auto subject = build(programs);
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  ASSERT_EQ(subject->units.size(), 1u);
  EXPECT_EQ(subject->units[0].command.file.filename(), "headers.cpp");  // its directives alone
  EXPECT_EQ(subject->units[0].headers, std::vector<fs::path>{folder_ / "project/b.h"});
  options_.files_in_report = {"b.h", "b.cpp"};  // code of the program's own is reported, too
  const auto whole = build(programs);
  ASSERT_TRUE(whole.has_value()) << whole.error().message;
  EXPECT_EQ(whole->units[0].command.file.filename(), "b.cpp");
  const auto symbols = symbols_of({whole->units[0].object});
  ASSERT_TRUE(symbols.has_value());
  EXPECT_THAT(symbols->front().defined, testing::Not(testing::Contains("main")));
  options_.files_in_report = {"c.h"};
  EXPECT_FALSE(build(programs).has_value());
}

TEST_F(Build, TheReportsHeadersStandBehindWhatAnExampleIncludes) {
  EXPECT_TRUE(write_file(folder_ / "project/a.h", "struct Pair { int first, second; };\n"));
  EXPECT_TRUE(write_file(folder_ / "project/b.h", "inline int sum(Pair p) { return p.first + p.second; }\n"));
  CompileCommand example = unit("example.cpp", "#include \"a.h\"\nint main() { return Pair{}.first; }\n");
  example.arguments.push_back("-I" + (folder_ / "project").string());
  options_.files_in_report = {"b.h"};
  const auto subject = build({example});
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  ASSERT_EQ(subject->units.size(), 1u);
  EXPECT_THAT(subject->units[0].headers, testing::Contains(folder_ / "project/b.h"));
}

TEST_F(Build, TheReportsHeadersStandForALibraryWhoseTestDoesNotCompile) {
  EXPECT_TRUE(write_file(folder_ / "project/a.h", "inline int f(int n) { return n; }\n"));
  CompileCommand test = unit("test.cpp", "#include \"a.h\"\nint main() { return f(wrong); }\n");
  test.arguments.push_back("-I" + (folder_ / "project").string());
  EXPECT_FALSE(build({test}).has_value());
  options_.files_in_report = {"main.cpp", "a.h"};
  const auto subject = build({test});
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  ASSERT_EQ(subject->units.size(), 1u);
  EXPECT_EQ(subject->units[0].headers, std::vector<fs::path>{folder_ / "project/a.h"});
  EXPECT_EQ(subject->notes.back(), "no unit can be used: the headers that the report shows are the library");
}

TEST_F(Build, LeavesOutMainAndWhatDoesNotCompile) {
  const auto subject = build({unit("a.c", "int f(void) { return 1; }\n"), unit("m.c", "int main(void) { return 0; }\n"),
                              unit("bad.c", "int g( { }\n")});
  ASSERT_TRUE(subject.has_value());
  EXPECT_EQ(subject->units.size(), 1u);
  ASSERT_EQ(subject->notes.size(), 2u);
  EXPECT_EQ(subject->notes[0], "left out (defines main): " + (folder_ / "project/m.c").string());
  EXPECT_TRUE(
      subject->notes[1].starts_with("left out (does not compile): " + (folder_ / "project/bad.c").string() + "\n"))
      << subject->notes[1];
}

TEST_F(Build, OfAProgramTheModelAloneIsMade) {
  const auto subject =
      build({unit("a.c", "int f(int n) { return n; }\n"),
             unit("m.cpp",
                  "#include <cstdio>\nextern \"C\" int f(int);\nstruct S { S() { puts(\"made\"); } };\n"
                  "static int twice(int n) { return n > 3 ? f(n) : 0; }\n"
                  "int main() { S s; try { return twice(5); } catch (...) { return 1; } }\n")});
  ASSERT_TRUE(subject.has_value());
  ASSERT_EQ(subject->models_of_programs.size(), 1u);
  const std::filesystem::path& model = subject->models_of_programs.front();
  EXPECT_NE(read_file(model).value().find("twice"), std::string::npos);
  EXPECT_NE(read_file(model.string() + ".callers").value().find("puts"), std::string::npos);
  const auto symbols = symbols_of({model.parent_path() / "unit.o"});
  ASSERT_TRUE(symbols.has_value());
  EXPECT_THAT(symbols->front().defined, testing::Contains("main"));
  EXPECT_THAT(symbols->front().undefined, testing::Not(testing::Contains("puts")));
}

TEST_F(Build, WhatOnlyWarnsInGccCompiles) {
  const auto subject = build({unit("old.c",
                                   "add(a, b) int a; { return a + b; }\nchar* text(void) { return 5; }\n"
                                   "static void* make(int n) { return 0; }\n"
                                   "void* (*table[])(unsigned long) = {make};\n"
                                   "int call(int n) { if (n) return; return undeclared(n); }\n"),
                              unit("old.cpp", "int f(long n) { register char c[] = {(int)n}; return c[0]; }\n")});
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  EXPECT_EQ(subject->notes, std::vector<std::string>{});
}

TEST_F(Build, RemembersAFailureUntilSomethingChanges) {
  const CompileCommand good = unit("a.c", "int f(void) { return 1; }\n");
  const CompileCommand bad = unit("bad.c", "int g( { }\n");
  ASSERT_EQ(build({good, bad})->units.size(), 1u);
  EXPECT_EQ(build({good, bad})->notes.size(), 1u);
  unit("bad.c", "int g(void) { return 2; }\n");
  EXPECT_EQ(build({good, bad})->units.size(), 2u);
}

TEST_F(Build, ACompilerThatIsKilledSaysNothingOfTheSource) {
  const fs::path compiler = folder_ / "project/cc";
  EXPECT_TRUE(write_file(compiler,
                         "#!/bin/sh\nfor w; do case $last in -MF) echo 'a.o: a.c' > $w;; esac; last=$w; done\n"
                         "kill -9 $$\n"));
  fs::permissions(compiler, fs::perms::owner_all);
  const CompileCommand command = unit("a.c", "int f(void) { return 1; }\n", {compiler.string()});
  EXPECT_FALSE(build({command}, Flavour::kClean));
  // The same compiler again, as far as its time and size tell.
  const auto when = fs::last_write_time(compiler);
  std::string text = "#!/bin/sh\nexec gcc \"$@\"\n";
  text.resize(fs::file_size(compiler), '\n');
  EXPECT_TRUE(write_file(compiler, text));
  fs::permissions(compiler, fs::perms::owner_all);
  fs::last_write_time(compiler, when);
  const auto again = build({command}, Flavour::kClean);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->notes, std::vector<std::string>{});
}

TEST_F(Build, AnotherVersionOfTheCompilerCompilesAnew) {
  const fs::path compiler = folder_ / "project/cc";
  EXPECT_TRUE(write_file(compiler, "#!/bin/sh\nexec gcc -DVERSION=1 \"$@\"\n"));
  fs::permissions(compiler, fs::perms::owner_all);
  const CompileCommand command = unit("a.c", "int f(void) { return VERSION; }\n", {compiler.string()});
  const auto first = build({command}, Flavour::kClean);
  ASSERT_TRUE(first) << first.error().message;
  const fs::path object = first->units.at(0).object;
  EXPECT_EQ(build({command}, Flavour::kClean)->units.at(0).object, object);
  EXPECT_TRUE(write_file(compiler, "#!/bin/sh\nexec gcc -DVERSION=22 \"$@\"\n"));
  fs::permissions(compiler, fs::perms::owner_all);
  EXPECT_NE(build({command}, Flavour::kClean)->units.at(0).object, object);
}

TEST_F(Build, AnEditDuringACompileIsNoticed) {
  const fs::path compiler = folder_ / "project/cc", source = folder_ / "project/a.c";
  EXPECT_TRUE(write_file(compiler, "#!/bin/sh\nexec gcc \"$@\"\n"));
  fs::permissions(compiler, fs::perms::owner_all);
  const CompileCommand command = unit("a.c", "int f(void) { return 1; }\n", {compiler.string()});
  // Written while it is compiled, as far as its time tells.
  fs::last_write_time(source, fs::file_time_type::clock::now() + std::chrono::hours(1));
  ASSERT_TRUE(build({command}, Flavour::kClean));
  const auto inputs = Inputs::load(build({command}, Flavour::kClean)->units.at(0).object.parent_path() / "inputs");
  ASSERT_TRUE(inputs);
  EXPECT_FALSE(inputs->fresh());
}

TEST_F(Build, OtherLanguagesAreLeftOutWithAWord) {
  const auto subject = build({unit("a.c", "int f(void) { return 1; }\n"), unit("b.asm", ""), unit("c.cu", ""),
                              unit("d.mm", ""), unit("e.cppm", ""), unit("g.c", "", {"cc", "-x", "objective-c"})});
  ASSERT_TRUE(subject);
  const std::string project = (folder_ / "project").string();
  EXPECT_EQ(subject->notes,
            (std::vector<std::string>{"left out (NASM or the like is not searched): " + project + "/b.asm",
                                      "left out (CUDA is not searched): " + project + "/c.cu",
                                      "left out (Objective-C++ is not searched): " + project + "/d.mm",
                                      "left out (a C++ module is not searched): " + project + "/e.cppm",
                                      "left out (Objective-C is not searched): " + project + "/g.c"}));
}

TEST_F(Build, AssemblyIsThereForThoseWhoCallIt) {
  const CompileCommand assembly = unit("b.S", "#define NAME seven\n.globl NAME\nNAME:\n  movl $7, %eax\n  ret\n");
  for (const Flavour flavour : {Flavour::kInstrumented, Flavour::kConcolic, Flavour::kClean}) {
    const auto subject = build({assembly}, flavour);
    ASSERT_TRUE(subject) << subject.error().message;
    ASSERT_EQ(subject->units.size(), 1u);
    const auto symbols = symbols_of({subject->units[0].object});
    ASSERT_TRUE(symbols);
    EXPECT_EQ(symbols->front().defined, std::vector<std::string>{"seven"});
  }
  EXPECT_FALSE(build({assembly}, Flavour::kBitcode));
}

TEST_F(Build, OneProjectHasOneLockHoweverItIsSpelled) {
  fs::create_directory_symlink(options_.build_dir, folder_ / "link");
  SubjectOptions other = options_;
  other.build_dir = folder_ / "link/../project/.";
  EXPECT_EQ(lock_of(other, Flavour::kClean), lock_of(options_, Flavour::kClean));
  other.build_dir = folder_ / "link";
  EXPECT_EQ(lock_of(other, Flavour::kClean), lock_of(options_, Flavour::kClean));
}

TEST_F(Build, TheVerdictsBuildDoesNotWaitForTheOneWithSanitizers) {
  SubjectOptions other = options_;
  other.sanitizers.undefined = "null";
  EXPECT_NE(lock_of(other, Flavour::kClean), lock_of(options_, Flavour::kClean));
}

TEST_F(Build, AllFailingIsAnErrorInTheCompilersWords) {
  const auto subject = build({unit("bad.c", "int g = ;\n")});
  ASSERT_FALSE(subject.has_value());
  EXPECT_EQ(subject.error().kind, ErrorKind::kSubject);
  const std::string file = (folder_ / "project/bad.c").string();
  EXPECT_EQ(subject.error().message,
            file + " does not compile:\n" + file +
                ":1:9: error: expected expression\n    1 | int g = ;\n      |         ^\n1 error generated.\n"
                "  next step: build the project once with its own build system (it may generate what is missing); "
                "clang 19 has to accept the source, too");
}

TEST_F(Build, OptionsOfAnotherCompilerAreDropped) {
  const auto subject = build({unit("a.cpp", "int f() { return 1; }\n",
                                   {"g++", "-fno-tree-made-up-pass", "-mmade-up-feature", "-std=gnu++17"})});
  ASSERT_TRUE(subject.has_value()) << subject.error().message;
  EXPECT_EQ(subject->units.size(), 1u);
}

TEST_F(Build, CleanFlavourHasNoProbes) {
  const auto subject = build({unit("a.c", "int f(int a) { return a; }\n", {"clang-19"})}, Flavour::kClean);
  ASSERT_TRUE(subject.has_value());
  EXPECT_FALSE(read_file(subject->units[0].object)->contains("reenact_top"));
}

TEST_F(Build, AnInterruptionEndsIt) {
  const std::atomic<bool> interrupted = true;
  options_.interrupted = &interrupted;
  const auto subject = build({unit("a.c", "int f(int a) { return a; }\n")});
  ASSERT_FALSE(subject.has_value());
  EXPECT_EQ(subject.error().kind, ErrorKind::kInterrupted);
}

TEST(InstrumentedRoots, AreSourceFoldersAndTheProjectsIncludeFolders) {
  CompileCommand command;
  command.directory = "/usr/src/app/build";
  command.file = "/usr/src/app/lib/a.c";
  command.arguments = {"cc", "-I../include", "-I", "/usr/include/zlib", "-isystem", "/home/me/dep/include", "-c"};
  EXPECT_EQ(instrumented_roots({command}), "/home/me/dep/include:/usr/src/app/include:/usr/src/app/lib");
}

TEST_F(Build, TheProjectsFolderIsARoot) {
  const auto project = folder_ / "project";
  std::filesystem::create_directories(project / "tests");
  std::ofstream(project / "README.md") << "a library of headers";
  CompileCommand command;
  command.directory = project;
  command.file = project / "tests" / "simple.cpp";
  command.arguments = {"c++", "-c", "tests/simple.cpp"};
  EXPECT_EQ(instrumented_roots({command}), project.string() + ":" + (project / "tests").string());
}

/// As many units as are compiled behind precompiled headers, the last two odd ones.
TEST_F(Build, UnitsBehindStandardHeadersAreWhatTheyWere) {
  std::vector<CompileCommand> commands;
  for (int i = 0; i < 8; ++i)
    commands.push_back(
        unit(fmt::format("plain{}.cpp", i),
             fmt::format("#include <vector>\nint plain{}(std::vector<int>& v) {{ return v[3]; }}\n", i)));
  // Behind the headers it would find `_M_len` private.
  commands.push_back(unit("odd.cpp",
                          "#define private public\n#include <initializer_list>\n"
                          "unsigned long odd(std::initializer_list<int> list) { return list._M_len; }\n"));
  ASSERT_TRUE(write_file(folder_ / "project" / "config.h", "#  define _GLIBCXX_ASSERTIONS 1\n"));
  commands.push_back(unit(
      "checked.cpp", "#include \"config.h\"\n#include <vector>\nint checked(std::vector<int>& v) { return v[3]; }\n"));
  const auto built = build(commands);
  ASSERT_TRUE(built) << built.error().message;
  ASSERT_EQ(built->units.size(), commands.size()) << testing::PrintToString(built->notes);
  const auto is_behind = [](const BuiltUnit& each) {  // what none of them includes itself
    return std::ranges::any_of(each.headers, [](const fs::path& file) { return file.filename() == "unordered_set"; });
  };
  EXPECT_TRUE(is_behind(built->units[0]));
  EXPECT_TRUE(is_behind(built->units[7]));
  EXPECT_FALSE(is_behind(built->units[8]));
  EXPECT_FALSE(is_behind(built->units[9]));
  const auto symbols = symbols_of({built->units[0].object, built->units[9].object});
  ASSERT_TRUE(symbols);
  const auto asserts = testing::Contains(testing::HasSubstr("__glibcxx_assert_fail"));
  EXPECT_THAT(symbols->at(0).undefined, testing::Not(asserts));
  EXPECT_THAT(symbols->at(1).undefined, asserts);
}

TEST_F(Build, FewUnitsAreNotWorthPrecompiledHeaders) {
  const auto built = build({unit("one.cpp", "#include <vector>\nint one(std::vector<int>& v) { return v[3]; }\n")});
  ASSERT_TRUE(built) << built.error().message;
  EXPECT_THAT(built->units[0].headers,
              testing::Not(testing::Contains(testing::Property(&fs::path::filename, "unordered_set"))));
}

}  // namespace
}  // namespace reenact
