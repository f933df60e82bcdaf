// Runs clang on the prelude (every public header, plus what the report's names instantiate) and hands the tree to the
// builder.
#include "api/reader.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Sema/Scope.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "api/builder/builder.h"
#include "api/headers/cxx_guards.h"
#include "api/headers/header_definitions.h"
#include "api/headers/macros.h"
#include "api/headers/public_headers.h"
#include "api/sources/clang_here.h"
#include "api/sources/opened_files.h"
#include "api/sources/parse_source.h"
#include "api/sources/variadic_arguments.h"
#include "api/types/called_with_anything.h"
#include "api/types/reported_templates.h"
#include "base/files.h"
#include "base/process.h"
#include "build/cache.h"
#include "build/flags.h"
#include "build/toolchain.h"
#include "contain/compilers.h"
#include "contain/confinement.h"
#include "program/passed_arguments.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr const char* kStandardIncludes =
    "#include <functional>\n#include <memory>\n#include <sstream>\n#include <string>\n#include <string_view>\n#include "
    "<utility>\n#include <vector>\n";

/// What clang is to do with the prelude, and what comes of it.
struct Parsing {
  ApiReading& reading;
  const std::vector<std::string>& names;
  const std::vector<std::string>& functions;
  OpenedFiles opened_files;
  std::string declared;        // users' templates, and what functions with `...` take
  unsigned prelude_lines = 0;  // what is behind them is ours
  bool compiles = true;        // the prelude; if it does not, nothing is read
  bool may_define = false;     // the headers are the library: a program that includes them has what they define
  bool is_accepted = false;    // it has been read, or is to be whatever this clang finds in it
  api::Instantiations instantiations = {};
  std::set<unsigned> defining = {};  // includes_with_definitions(); if there are any, nothing else is read
};

/// Tells whether there are errors in the prelude, or in what it includes. Behind it some are expected: probes ask by them.
class PreludeErrors final : public clang::DiagnosticConsumer {
 public:
  explicit PreludeErrors(Parsing& parsing) : parsing_(parsing) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) override {
    if (level >= clang::DiagnosticsEngine::Error && is_in_prelude(diagnostic)) parsing_.compiles = false;
  }

 private:
  [[nodiscard]] bool is_in_prelude(const clang::Diagnostic& diagnostic) const {
    if (!diagnostic.getLocation().isValid()) return true;  // of the flags
    const clang::SourceManager& files = diagnostic.getSourceManager();
    clang::SourceLocation place = files.getExpansionLoc(diagnostic.getLocation());
    for (auto from = place; from.isValid(); from = files.getIncludeLoc(files.getFileID(from))) place = from;
    return files.getExpansionLineNumber(place) <= parsing_.prelude_lines;
  }

  Parsing& parsing_;
};

class Consumer final : public clang::SemaConsumer {
 public:
  explicit Consumer(Parsing& parsing) : parsing_(parsing) {}
  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (sema_ == nullptr) return;
    if (!parsing_.compiles && !parsing_.is_accepted) return;
    parsing_.is_accepted = true;  // errors from here on are those of our own questions
    if (!parsing_.may_define) parsing_.defining = api::includes_with_definitions(context);
    if (!parsing_.defining.empty()) return;
    sema_->getDiagnostics().setSuppressAllDiagnostics(true);
    // Bodies of templates are instantiated from here on, which may have to look up built-in functions: Sema has forgotten its outermost scope.
    clang::Scope outermost(nullptr, clang::Scope::DeclScope, sema_->getDiagnostics());
    outermost.setEntity(context.getTranslationUnitDecl());
    sema_->TUScope = &outermost;
    constexpr std::size_t kMostMacros = 200;
    parsing_.reading.api.constants = api::macro_constants(sema_->getPreprocessor(), kMostMacros);
    api::Builder(*sema_, parsing_.reading, parsing_.names, parsing_.functions, parsing_.instantiations,
                 parsing_.opened_files)
        .build();
    sema_->TUScope = nullptr;
  }

 private:
  Parsing& parsing_;
  clang::Sema* sema_ = nullptr;
};

class Action final : public clang::ASTFrontendAction {
 public:
  explicit Action(Parsing& parsing) : parsing_(parsing) {}
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler, llvm::StringRef) override {
    compiler.getDiagnostics().setClient(new PreludeErrors(parsing_));
    return std::make_unique<Consumer>(parsing_);
  }

 private:
  Parsing& parsing_;
};

/// As a user would write it: relative to the include folder that leads to the shortest name.
std::string include_name(const fs::path& header, const std::vector<std::string>& flags) {
  std::string best = header.string();
  for (std::size_t i = 0; i < flags.size(); ++i) {
    std::string folder = included_folder(flags[i]);
    if ((flags[i] == "-isystem" || flags[i] == "-I") && i + 1 < flags.size()) folder = flags[i + 1];
    if (folder.empty()) continue;
    folder = fs::path(folder).lexically_normal().string();
    const std::string relative = header.lexically_relative(folder).string();
    if (!relative.starts_with("..") && !relative.empty() && relative.size() < best.size()) best = relative;
  }
  return best;
}

bool compiles(const std::string& text, const std::vector<std::string>& flags, const ApiRequest& request,
              std::string* words) {
  const fs::path file = request.work_dir / "prelude_try.cpp";
  if (const auto written = write_file(file, text); !written) {
    if (words != nullptr) *words = written.error().message;
    return false;
  }
  const auto tools = find_toolchain();
  std::vector<std::string> line{tools ? tools->cxx_compiler : "clang++-19"};
  line.insert(line.end(), flags.begin(), flags.end());
  line.insert(line.end(), {"-w", kNoWarningsAsErrors, "-fsyntax-only", file.string()});
  ProcessOptions process;
  process.interrupted = request.interrupted;
  const auto result = run_compiler(request.compilers, request.work_dir, paths_in(line), line, process);
  if (result && result->exit_status == 0) return true;
  if (words != nullptr) *words = result ? result->err.substr(0, 2000) : result.error().message;
  return false;
}

std::string joined(const std::vector<std::string>& prelude) { return fmt::format("{}\n", fmt::join(prelude, "\n")); }

/// Every line of entry i behind "#line i+1", so that the compiler names the entry in whatever it says about a header.
std::string numbered(const std::vector<std::string>& prelude) {
  std::string text;
  for (std::size_t i = 0; i < prelude.size(); ++i) {
    std::istringstream lines(prelude[i]);
    for (std::string line; std::getline(lines, line);)
      text += fmt::format("#line {} \"reenact_prelude\"\n{}\n", i + 1, line);
  }
  return text;
}

/// What C units include declares C's functions, in a project that has C++ units, too.
std::set<fs::path> headers_of_c(const std::vector<BuiltUnit>& units) {
  std::set<fs::path> result;
  for (const BuiltUnit& unit : units)
    if (unit.command.is_c) result.insert(unit.headers.begin(), unit.headers.end());
  return result;
}

/// The names, without their folders, of what the text of `file` includes.
std::set<fs::path> names_included(const fs::path& file) {
  std::set<fs::path> result;
  std::istringstream lines(read_file(file).value_or(""));
  static const std::regex include(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::smatch found;
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, found, include)) result.insert(fs::path(found[1].str()).filename());
  return result;
}

/// What `headers` include of one another; each is read once.
class Includes {
 public:
  explicit Includes(const std::vector<fs::path>& headers) : headers_(headers) {}

  /// Does `includer` include `header`, itself or through others?
  bool lead(const fs::path& includer, const fs::path& header) {
    std::set<fs::path> seen;
    return lead(includer, header, seen);
  }

 private:
  bool lead(const fs::path& includer, const fs::path& header, std::set<fs::path>& seen) {
    if (!seen.insert(includer).second) return false;
    const auto [at, is_new] = names_.try_emplace(includer);
    if (is_new) at->second = names_included(includer);
    const std::set<fs::path>& names = at->second;
    return names.contains(header.filename()) || std::ranges::any_of(headers_, [&](const fs::path& each) {
             return names.contains(each.filename()) && lead(each, header, seen);
           });
  }

  const std::vector<fs::path>& headers_;
  std::map<fs::path, std::set<fs::path>> names_;
};

/// Of `headers`, the `bare` ones of C, without a guard for C++, before those with a guard that include them: behind such a one their
/// functions would be C++'s already, and their own include, in extern "C", be empty.
std::vector<fs::path> bare_before_their_includers(const std::vector<fs::path>& headers,
                                                  const std::set<fs::path>& bare) {
  std::vector<fs::path> result;
  Includes includes(headers);
  for (const fs::path& header : headers) {
    auto at = result.end();
    if (bare.contains(header))
      at = std::ranges::find_if(
          result, [&](const fs::path& each) { return !bare.contains(each) && includes.lead(each, header); });
    result.insert(at, header);
  }
  return result;
}

/// "Dict* dict_new(void* frame);", and no line of a macro.
bool declares_function(const fs::path& header) {
  static const std::regex declaration(R"((^|\n)\s*[A-Za-z_][\w\s*]*[\s*]\w+\s*\([^;{}#]*\)\s*;)");
  return std::regex_search(read_file(header).value_or(""), declaration);
}

/// Those of `headers` that declare C's functions as if they were C++'s: they have no guard for C++, or, in a project of C alone, lead to one
/// without that only others include.
std::set<fs::path> bare_of(const std::vector<fs::path>& headers, const ApiRequest& request) {
  const std::set<fs::path> of_c = headers_of_c(request.units);
  const CxxGuards guards(request.units);
  std::vector<fs::path> behind;
  if (std::ranges::all_of(request.units, [](const BuiltUnit& unit) { return unit.command.is_c; }))
    std::ranges::copy_if(project_headers(request.units), std::back_inserter(behind), [&](const fs::path& header) {
      return std::ranges::find(headers, header) == headers.end() && !guards.has(header) && declares_function(header);
    });
  std::vector<fs::path> all = headers;
  all.insert(all.end(), behind.begin(), behind.end());
  Includes includes(all);
  std::set<fs::path> result;
  for (const fs::path& header : headers)
    if (of_c.contains(header) && (!guards.has(header) || std::ranges::any_of(behind, [&](const fs::path& each) {
          return includes.lead(header, each);
        })))
      result.insert(header);
  return result;
}

/// A prelude of all `headers`, and the flags by which they are found.
std::vector<std::string> prelude_of(const ApiRequest& request, const std::vector<fs::path>& headers,
                                    ApiReading& reading) {
  const std::set<fs::path> folders = [&] {
    std::set<fs::path> result;
    for (const fs::path& header : headers) result.insert(header.parent_path());
    return result;
  }();
  for (const fs::path& folder : folders) {
    bool known = false;
    for (const std::string& flag : reading.flags) {
      const std::string searched = included_folder(flag);
      if (searched.empty()) continue;
      const std::string relative = folder.lexically_relative(fs::path(searched).lexically_normal()).string();
      known = known || (!relative.empty() && !relative.starts_with(".."));
    }
    if (!known)
      for (std::string& flag : include_flags(folder)) reading.flags.push_back(std::move(flag));
  }
  const std::set<fs::path> bare = bare_of(headers, request);
  std::vector<std::string> lines;
  for (const fs::path& header : bare_before_their_includers(headers, bare)) {
    const std::string include = fmt::format("#include \"{}\"", include_name(header, reading.flags));
    lines.push_back(bare.contains(header) ? fmt::format("extern \"C\" {{\n{}\n}}", include) : include);
  }
  return lines;
}

constexpr const char* kHeaderLeftOut = "header left out";  // so begin the notes

/// Makes the prelude compile.
class WorkingPrelude {
 public:
  WorkingPrelude(const ApiRequest& request, ApiReading& reading) : request_(request), reading_(reading) {}

  /// Puts headers off that need others before them, and leaves out, with a note, what does not compile. Error: nothing is left.
  Expected<void> find() {
    std::vector<std::string> failing = take_out_failing();
    // "tempo.h" needs "types.h", which each source of the library includes first.
    for (std::size_t before = failing.size() + 1; !kept_.empty() && failing.size() < before;) {
      before = failing.size();
      std::ranges::move(failing, std::back_inserter(kept_));
      failing = take_out_failing();
    }
    for (std::string& entry : failing)
      if (!is_interrupted() && !add_without_spoiler(entry)) note("does not compile as C++", entry);
    if (is_interrupted()) return interrupted_error();
    if (kept_.empty())
      return subject_error("no public header compiles as C++:\n" + words_ +
                           "\n  next step: name the right ones with --header FILE");
    return {};
  }

 private:
  [[nodiscard]] bool is_interrupted() const { return request_.interrupted != nullptr && request_.interrupted->load(); }

  void note(std::string_view why, const std::string& entry) {
    reading_.notes.push_back(fmt::format("{} ({}): {}", kHeaderLeftOut, why, entry));
  }

  /// Until the others compile.
  std::vector<std::string> take_out_failing() {
    std::vector<std::string> failing;
    while (!kept_.empty() && !compiles(kStandardIncludes + numbered(kept_), reading_.flags, request_, &words_)) {
      // The first error tells which header leads to it; errors behind it may be its consequences.
      static const std::regex place("reenact_prelude:([0-9]+)");
      std::smatch found;
      const std::size_t guilty = std::regex_search(words_, found, place) ? std::stoul(found[1]) - 1 : kept_.size() - 1;
      const auto at = kept_.begin() + static_cast<std::ptrdiff_t>(std::min(guilty, kept_.size() - 1));
      failing.push_back(std::move(*at));
      kept_.erase(at);
    }
    return failing;
  }

  [[nodiscard]] bool compile(const std::vector<std::string>& entries) const {
    return compiles(kStandardIncludes + joined(entries), reading_.flags, request_, nullptr);
  }

  /// Adds an entry that compiles alone, but not behind another one, in that one's place: what only works where png.h includes it
  /// (pngconf.h) would cost png.h. False: there is no such entry.
  bool add_without_spoiler(const std::string& entry) {
    if (kept_.empty() || !compile({entry})) return false;
    const auto spoiler =
        std::ranges::find_if(kept_, [&](const std::string& other) { return !compile({other, entry}); });
    if (spoiler == kept_.end()) return false;
    std::vector<std::string> others = kept_;
    others.erase(others.begin() + (spoiler - kept_.begin()));
    others.push_back(entry);
    if (!compile(others)) return false;
    note("others do not compile behind it", *spoiler);
    kept_ = std::move(others);
    return true;
  }

  const ApiRequest& request_;
  ApiReading& reading_;
  std::vector<std::string>& kept_ = reading_.prelude;
  std::string words_;  // of the compiler
};

/// Leaves out the entries of the prelude that the lines of `defining` belong to; false: none does.
bool leave_out(const std::set<unsigned>& defining, ApiReading& reading) {
  std::vector<std::string> kept;
  unsigned line = static_cast<unsigned>(std::ranges::count(std::string_view(kStandardIncludes), '\n')) + 1;
  for (std::string& entry : reading.prelude) {
    const unsigned end = line + static_cast<unsigned>(std::ranges::count(entry, '\n')) + 1;
    const auto first = defining.lower_bound(line);
    if (first != defining.end() && *first < end)
      reading.notes.push_back(fmt::format("{} (defines functions or variables itself): {}", kHeaderLeftOut, entry));
    else
      kept.push_back(std::move(entry));
    line = end;
  }
  const bool any = kept.size() < reading.prelude.size();
  reading.prelude = std::move(kept);
  return any;
}

/// Parses the prelude of `reading`, and adds to it what that declares. Error: clang has crashed.
Expected<void> parse(const std::vector<std::string>& flags, const fs::path& compiler, Parsing& parsing) {
  const std::string prelude = kStandardIncludes + joined(parsing.reading.prelude);
  parsing.prelude_lines = static_cast<unsigned>(std::ranges::count(prelude, '\n'));
  const std::string code = prelude + api::kProbes + api::kCalledWithAnything + api::kAnswersNothing +
                           api::seeds(parsing.names) + parsing.declared;
  const ApiReading before = parsing.reading;
  do {
    parsing.reading = before;
    parsing.compiles = true;
    if (api::parse_source(std::make_unique<Action>(parsing), code, flags, "prelude.cpp", compiler)) return {};
  } while (parsing.instantiations.crashed());
  return subject_error(
      "clang crashed while it read the project's headers\n  next step: name those that declare what the report shows "
      "with --header FILE");
}

/// Of the subject's own code; where that cannot be read, names of parameters are all that tells.
OpenedFiles files_opened_in(const ApiRequest& request) {
  std::vector<fs::path> models;
  for (const BuiltUnit& unit : request.units) models.push_back(unit.model);
  const auto functions = read_passed_arguments(models);
  return functions ? opened_files(*functions) : OpenedFiles();
}

api::VariadicArguments taken_by_functions(const ApiRequest& request) {
  std::vector<fs::path> sources;
  for (const BuiltUnit& unit : request.units) sources.push_back(unit.command.file);
  return api::variadic_arguments(sources);
}

/// Reads what `headers` declare.
Expected<ApiReading> read_headers(const ApiRequest& request, const std::vector<fs::path>& headers) {
  ApiReading reading;
  reading.flags = flags_for_includer(request.units);
  reading.prelude = prelude_of(request, headers, reading);
  if (reading.prelude.empty())
    return subject_error("no public header of the project was found\n  next step: name them with --header FILE");

  const fs::path compiler = api::compiler_here();
  if (compiler.empty()) return subject_error("clang++-19 is not there\n  next step: install the package clang-19");
  std::vector<std::string> flags = reading.flags;
  flags.push_back(api::resource_flag(compiler));
  flags.insert(flags.end(), {"-w", kNoWarningsAsErrors, "-ferror-limit=0", "-fsyntax-only", "-fno-spell-checking",
                             "-fparse-all-comments"});
  Parsing parsing{reading, request.names_in_report, request.functions_in_report, files_opened_in(request),
                  api::declarations_of(request.users_templates) + api::declarations_of(taken_by_functions(request))};
  parsing.may_define = request.is_of_headers;
  do {
    // What is left out may have included what others need.
    parsing.is_accepted = false;
    if (const auto read = parse(flags, compiler, parsing); !read) return std::unexpected(read.error());
    if (parsing.is_accepted) continue;
    if (const auto left = WorkingPrelude(request, reading).find(); !left) return std::unexpected(left.error());
    parsing.is_accepted = true;
    if (const auto read = parse(flags, compiler, parsing); !read) return std::unexpected(read.error());
  } while (leave_out(parsing.defining, reading));
  for (const std::string& place : parsing.instantiations.fatal())
    reading.notes.push_back("template left out (clang crashes while it instantiates it): " + place);
  return reading;
}

}  // namespace

namespace {

/// Is there a function that the project declares? What a test makes itself (variables, arrays) is no call.
bool declares_calls(const Expected<ApiReading>& reading) {
  return reading &&
         std::ranges::any_of(reading->api.callables, [](const Callable& each) { return !each.linkage_name.empty(); });
}

}  // namespace

Expected<ApiReading> read_api(const ApiRequest& request) {
  if (const auto made = make_folder(request.work_dir); !made) return std::unexpected(made.error());
  std::vector<fs::path> headers;
  for (const std::string& given : request.headers) headers.push_back(fs::absolute(given).lexically_normal());
  const bool are_given = !headers.empty();
  const auto with_entry = [&](std::vector<fs::path> guessed) {
    guessed.insert(guessed.end(), request.entry_headers.begin(), request.entry_headers.end());
    return guessed;
  };
  auto reading = read_headers(request, are_given ? headers : with_entry(public_headers(request.units)));
  // Where those that look public declare nothing, the others do: lua.h leaves extern "C" to a macro of luaconf.h.
  if (!are_given && reading && !declares_calls(reading))
    reading = read_headers(request, with_entry(public_headers(request.units, Guards::kIgnored)));
  const bool is_interrupted = request.interrupted != nullptr && request.interrupted->load();
  if (!are_given && !declares_calls(reading) && !is_interrupted) {
    auto of_all = read_headers(request, project_headers(request.units));
    if (declares_calls(of_all)) {
      reading = std::move(of_all);
      reading->notes.emplace_back(
          "the headers that look public declare nothing to call: all headers of the project are taken for public");
    }
  }
  if (reading && reading->api.callables.empty()) {
    std::string message = "the public headers declare nothing that a test could call";
    for (const std::string& note : reading->notes)
      if (note.starts_with(kHeaderLeftOut)) message += "\n  " + note;
    return subject_error(message + "\n  next step: name other headers with --header FILE");
  }
  return reading;
}

}  // namespace reenact
