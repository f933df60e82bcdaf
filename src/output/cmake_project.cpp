#include "output/cmake_project.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "build/flags.h"

namespace reenact {
namespace {

/// `text` inside a quoted argument of CMake.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\\' || c == '"' || c == '$' || c == ';') result += '\\';
    result += c;
  }
  return result;
}

std::string call(std::string_view command, const std::vector<std::string>& items) {
  std::string result(command);
  for (const std::string& item : items) result += fmt::format("\n  \"{}\"", item);
  return result + ")\n";
}

std::vector<std::string> escaped_all(const std::vector<std::string>& items) {
  std::vector<std::string> result;
  for (const std::string& item : items) result.push_back(escaped(item));
  return result;
}

/// CMake drops repeated options: an option and its operand must be one item.
std::vector<std::string> options(const std::vector<std::string>& flags) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool always_has_one = flags[i] == "-Xclang" || flags[i] == "-include" || flags[i] == "-D";
    const bool has_operand = i + 1 < flags.size() && (always_has_one || !flags[i + 1].starts_with('-'));
    if (!has_operand) {
      result.push_back(escaped(flags[i]));
      continue;
    }
    std::string operand;  // in quotes of the shell that SHELL: splits words like
    for (const char c : flags[i + 1]) operand += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    result.push_back(escaped(fmt::format("SHELL:{} \"{}\"", flags[i], operand)));
    ++i;
  }
  return result;
}

std::string subject_library(const TestBuild& build) {
  std::map<std::vector<std::string>, std::vector<std::string>> files;  // by flags
  std::vector<std::string> cxx_named_c;
  std::string text = "\n# The subject, with the project's own flags.\n", groups;
  for (const TestSource& source : build.sources) {
    std::string file = escaped(source.file.string());
    if (!source.own_text.empty()) {
      file = "${CMAKE_CURRENT_BINARY_DIR}/" + source.file.filename().string();
      text += fmt::format("file(WRITE \"{}\" [==[\n{}]==])\n", file, source.own_text);
    }
    files[source.flags].push_back(file);
    if (!source.is_c && source.file.extension() == ".c") cxx_named_c.push_back(file);
  }
  std::size_t number = 0;
  for (const auto& [flags, sources] : files) {
    const std::string name = fmt::format("subject_{}", ++number);
    text += call(fmt::format("add_library({} OBJECT", name), sources);
    if (!flags.empty()) text += call(fmt::format("target_compile_options({} PRIVATE", name), options(flags));
    groups += fmt::format(" $<TARGET_OBJECTS:{}>", name);
  }
  for (const std::string& file : cxx_named_c)
    text += fmt::format("set_source_files_properties(\"{}\" PROPERTIES LANGUAGE CXX)\n", file);
  return text + fmt::format("add_library(subject STATIC{})\n", groups);
}

/// What a test needs of its framework: how CMake finds it, the libraries, arguments of a run.
struct Framework {
  std::string find;
  std::vector<std::string> libraries;
  std::string arguments;
};

Framework framework_of(TestFormat format) {
  switch (format) {
    case TestFormat::kGtest:
      return {"find_package(GTest REQUIRED)\n", {"GTest::gtest_main"}, " --gtest_catch_exceptions=0"};
    case TestFormat::kCatch2:
      // Version 3 has a library with main; in version 2 the test brings it along.
      return {"find_package(Catch2 REQUIRED)\n",
              {"$<IF:$<TARGET_EXISTS:Catch2::Catch2WithMain>,Catch2::Catch2WithMain,Catch2::Catch2>"},
              ""};
    case TestFormat::kDoctest:
      return {"find_package(doctest REQUIRED)\n", {"doctest::doctest"}, ""};
    case TestFormat::kMain:
      break;
  }
  return {};
}

}  // namespace

std::string cmake_project(const TestBuild& build, TestFormat format, const std::string& test) {
  const Framework framework = framework_of(format);
  std::string text = "cmake_minimum_required(VERSION 3.16)\n";
  const auto compiler = [&](std::string_view language, const std::string& program) {
    if (!program.empty())
      text += fmt::format("set(CMAKE_{}_COMPILER \"{}\" CACHE STRING \"as the test was checked\")\n", language,
                          escaped(program));
  };
  compiler("C", build.c_compiler);
  compiler("CXX", build.cxx_compiler);
  const bool has_assembly = std::ranges::any_of(build.sources, [](const TestSource& source) {
    return source.file.extension() == ".S" || source.file.extension() == ".s";
  });
  text += fmt::format("project({} C CXX{})\n{}", test, has_assembly ? " ASM" : "", framework.find);
  text += subject_library(build);
  text += fmt::format("\nadd_executable({0} {0}.cpp)\n", test);
  std::vector<std::string> flags = build.compile_flags;
  if (build.optimises_test) flags.emplace_back("-O1");
  if (!build.cxx_compiler.contains("clang")) std::erase(flags, kLateTemplates);
  text += call(fmt::format("target_compile_options({} PRIVATE", test), options(flags));
  std::vector<std::string> libraries = escaped_all(build.link_flags);
  libraries.insert(libraries.begin(), "subject");
  libraries.insert(libraries.begin(), framework.libraries.begin(), framework.libraries.end());
  text += call(fmt::format("target_link_libraries({} PRIVATE", test), libraries);
  return text + fmt::format("enable_testing()\nadd_test(NAME {0} COMMAND {0}{1})\n", test, framework.arguments);
}

}  // namespace reenact
