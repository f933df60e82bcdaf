#include "build/flags.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"

namespace reenact {
namespace {

TEST(ProjectFlags, KeepTheOperandOfSysroot) {
  CompileCommand command;
  command.arguments = {"gcc", "--sysroot", "sdk", "-c", "a.c"};
  const std::vector<std::string> flags = project_flags(command, false);
  EXPECT_EQ(flags, (std::vector<std::string>{"--sysroot", "sdk"}));
  EXPECT_EQ(with_absolute_paths(flags, "/b"), (std::vector<std::string>{"--sysroot", "/b/sdk"}));
}

CompileCommand command_of(std::vector<std::string> arguments) {
  CompileCommand command;
  command.directory = "/b";
  command.file = "/b/a.cc";
  command.arguments = std::move(arguments);
  return command;
}

TEST(ProjectFlags, AreThoseThatChangeMeaning) {
  const CompileCommand command = command_of({"g++", "-O2", "-g", "-Wall", "-Werror", "-DA=1", "-I", "inc",
                                             "-fno-gnu-unique", "-flto", "-MD", "-MF", "d", "-o", "a.o", "-c", "a.cc"});
  EXPECT_EQ(project_flags(command, false), (std::vector<std::string>{"-DA=1", "-I", "inc"}));
  EXPECT_EQ(project_flags(command, true), (std::vector<std::string>{"-O2", "-g", "-DA=1", "-I", "inc"}));
}

TEST(ProjectFlags, OptionsOfPreprocessorAndOptimiser) {
  const CompileCommand command = command_of({"gcc", "-Wp,-U_F,-D_F=2,-MD,x.d", "--param", "max=1", "--param=max=2",
                                             "-mllvm", "-inline-threshold=3", "-aux-info", "x", "a.cc"});
  EXPECT_EQ(project_flags(command, false), (std::vector<std::string>{"-U_F", "-D_F=2"}));
  EXPECT_EQ(project_flags(command, true),
            (std::vector<std::string>{"-U_F", "-D_F=2", "-mllvm", "-inline-threshold=3"}));
}

TEST(ProjectFlags, WhatIsMadeIsOurs) {
  const CompileCommand command =
      command_of({"clang++", "-fsyntax-only", "-emit-llvm", "-S", "-save-temps", "-DX", "a.cc"});
  EXPECT_EQ(project_flags(command, false), std::vector<std::string>{"-DX"});
}

TEST(WithAbsolutePaths, OnlyPathsChange) {
  EXPECT_EQ(with_absolute_paths({"-Iinc", "-I", "../up", "-isystem", "/usr/x", "-iquote.", "-include", "no_such.h",
                                 "-include", "tmp", "--sysroot=r", "-I=/inside", "-DA=b/c"},
                                "/"),
            (std::vector<std::string>{"-I/inc", "-I", "/up", "-isystem", "/usr/x", "-iquote/", "-include", "no_such.h",
                                      "-include", "/tmp", "--sysroot=/r", "-I=/inside", "-DA=b/c"}));
}

TEST(FlagsForIncluder, KeepMachineOptionsThatClangKnows) {
  std::vector<BuiltUnit> units(1);
  units[0].command = command_of({"gcc", "-msse4.2", "-mindirect-branch=keep", "-include", "usr", "-mllvm", "-x=1"});
  units[0].command.directory = "/";
  EXPECT_EQ(flags_for_includer(units),
            (std::vector<std::string>{"-std=gnu++17", "-Wno-register", "-msse4.2", "-include", "/usr"}));
}

TEST(FlagsForIncluder, UniteFoldersAndKeepSharedDefinitions) {
  std::vector<BuiltUnit> units(2);
  units[0].command = command_of({"g++", "-std=c++11", "-DA", "-DOnly", "-Iinc"});
  units[1].command = command_of({"g++", "-std=c++20", "-DA", "-I/x"});
  EXPECT_EQ(flags_for_includer(units),
            (std::vector<std::string>{"-std=gnu++20", "-Wno-register", "-I/b/inc", "-I/x", "-DA"}));
}

TEST(FlagsForIncluder, AHeaderNamedLikeTheSystemsDoesNotHideIt) {
  const auto folder = std::filesystem::temp_directory_path() / ("reenact-flags-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  ASSERT_TRUE(write_file(folder / "time.h", "struct track_time;\n"));
  const std::string own = folder.string();
  std::vector<BuiltUnit> units(1);
  units[0].command = command_of({"gcc", "-I" + own, "-I", own, "-I/x"});
  EXPECT_EQ(flags_for_includer(units),
            (std::vector<std::string>{"-std=gnu++17", "-Wno-register", "-iquote" + own, "-idirafter" + own, "-I/x"}));
  EXPECT_EQ(with_own_headers_first({"-iquote" + own, "-idirafter" + own, "-idirafter/x"}),
            (std::vector<std::string>{"-iquote" + own, "-I" + own, "-idirafter/x"}));
  EXPECT_EQ(include_flags("/x"), std::vector<std::string>{"-I/x"});
  EXPECT_EQ(included_folder("-idirafter" + own), own);
  EXPECT_EQ(included_folder("-DA=1"), "");
  std::filesystem::remove_all(folder);
}

TEST(IsOptimised, TheLastLevelCounts) {
  EXPECT_FALSE(is_optimised(command_of({"gcc", "-g", "-c", "a.c"})));
  EXPECT_TRUE(is_optimised(command_of({"gcc", "-O", "-c", "a.c"})));
  EXPECT_TRUE(is_optimised(command_of({"gcc", "-O0", "-Os", "-c", "a.c"})));
  EXPECT_FALSE(is_optimised(command_of({"gcc", "-O2", "-O0", "-c", "a.c"})));
}

TEST(SanitizerFlags, TrapInTheSearchAndReportInTheCheck) {
  EXPECT_EQ(sanitizer_flags({true, ""}, true),
            (std::vector<std::string>{"-fsanitize=address", "-fno-omit-frame-pointer"}));
  EXPECT_EQ(flags_as_unoptimised({}), (std::vector<std::string>{"-fno-delete-null-pointer-checks", "-fwrapv"}));
  EXPECT_EQ(flags_as_unoptimised({.undefined = "shift"}), std::vector<std::string>{"-fno-delete-null-pointer-checks"});
  EXPECT_TRUE(flags_as_unoptimised({.undefined = "pointer-overflow"}).empty());
  EXPECT_EQ(sanitizer_flags({false, "shift"}, false),
            (std::vector<std::string>{"-fsanitize=shift", "-fno-sanitize-recover=shift"}));
}

}  // namespace
}  // namespace reenact
