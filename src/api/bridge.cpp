#include "api/bridge.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <regex>
#include <set>
#include <span>
#include <sstream>

#include "abi/abi.h"
#include "api/exception_texts.h"
#include "api/sources/failing_functions.h"
#include "api/types/called_with_anything.h"
#include "base/clock.h"
#include "base/files.h"
#include "base/parallel.h"
#include "build/cache.h"
#include "build/code_generation.h"
#include "build/flags.h"
#include "build/toolchain.h"
#include "contain/compilers.h"
#include "contain/confinement.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kThunksPerFile = 300;                          // at most
constexpr std::size_t kThunksOfAHeaderLibrary = 4 * kThunksPerFile;  // see holds_much_code()
constexpr std::size_t kThunksOfASmallBridge = 100;
/// Of ApiReading::later: what takes too long takes few with it, but templates that other files instantiate are instantiated anew.
constexpr std::size_t kLaterThunksPerFile = 50;
constexpr const char* kTheOne = "bridge.o";  // of all of it

std::string head(const ApiReading& reading) {
  std::string text = standard_head();
  for (const std::string& line : reading.prelude) text += line + "\n";
  return text + api::kCalledWithAnything + api::kAnswersNothing + "#include \"abi/abi.h\"\n";
}

constexpr std::string_view kThunkBegin = "reenact_thunk_";

std::string thunk_name(std::size_t callable) { return fmt::format("{}{}", kThunkBegin, callable); }

/// `callables`: by index.
std::string thunk_file(const ApiReading& reading, std::span<const std::size_t> callables) {
  // A stub class is blamed by the line of the callable that makes it, and dropped with it.
  std::string text = "namespace {\n";
  for (const std::size_t i : callables)
    if (!reading.thunks[i].empty() && reading.api.callables[i].kind == CallableKind::kStub) {
      std::string one_line = reading.api.callables[i].preamble;
      std::ranges::replace(one_line, '\n', ' ');
      text += fmt::format("#line {} \"reenact_thunk\"\n{}\n", i + 1, one_line);
    }
  text += "}\n";
  for (const std::size_t i : callables) {
    if (reading.thunks[i].empty()) continue;
    // "#line N" makes the compiler name the callable in whatever it says about the thunk.
    text +=
        fmt::format("#line {} \"reenact_thunk\"\nvoid {}(void* out, void* const* in) {{ (void)out; (void)in; {} }}\n",
                    i + 1, thunk_name(i), reading.thunks[i]);
  }
  return text;
}

std::string table_file(const ApiReading& reading, const std::set<std::size_t>& untold) {
  const ApiModel& api = reading.api;
  std::string text = "#include <cstdint>\n#include <cxxabi.h>\n#include <exception>\n#include <typeinfo>\n";
  for (std::size_t i = 0; i < reading.thunks.size(); ++i)
    if (!reading.thunks[i].empty()) text += fmt::format("void {}(void*, void* const*);\n", thunk_name(i));
  text += "static const ReenactThunk thunks[] = {\n";
  for (std::size_t i = 0; i < reading.thunks.size(); ++i)
    text += reading.thunks[i].empty() ? "nullptr,\n" : thunk_name(i) + ",\n";
  text += "nullptr};\nstatic const uint32_t result_types[] = {";
  for (const Callable& callable : api.callables)
    text += callable.result ? fmt::format("{},", callable.result->value) : "0xffffffffu,";
  text += "0};\n";
  for (std::size_t i = 0; i < api.types.size(); ++i)
    if (reading.destructible[i])
      text += fmt::format(
          "#line {} \"reenact_type\"\ntemplate <typename T> void destroy_{}(void* p) {{ static_cast<T*>(p)->~T(); }}\n",
          i + 1, i);
  std::string sizes, alignments, destructors;
  for (std::size_t i = 0; i < api.types.size(); ++i) {
    const std::string& storage = reading.storage[i];
    const std::string line = fmt::format("#line {} \"reenact_type\"\n", i + 1);
    sizes += storage.empty() ? "0,\n" : fmt::format("{}sizeof({}),\n", line, storage);
    alignments += storage.empty() ? "1,\n" : fmt::format("{}alignof({}),\n", line, storage);
    destructors += reading.destructible[i] ? fmt::format("{}destroy_{}<{}>,\n", line, i, storage) : "nullptr,\n";
  }
  text += "static const uint32_t type_sizes[] = {" + sizes + "0};\nstatic const uint32_t type_alignments[] = {" +
          alignments + "0};\nstatic const ReenactDestructor destructors[] = {" + destructors + "nullptr};\n";
  for (std::size_t i = 0; i < reading.casts.size(); ++i)
    text +=
        fmt::format("#line {} \"reenact_cast\"\nstatic void* cast_{}(void* p) {{ {} }}\n", i + 1, i, reading.casts[i]);
  text += "static const ReenactCast casts[] = {";
  for (std::size_t i = 0; i < reading.casts.size(); ++i) text += fmt::format("cast_{},", i);
  text += "nullptr};\n#line 1 \"reenact_table\"\n";
  text += R"(static const char* text_of(const char* text) { return text == nullptr ? "" : text; }
static const char* text_of(const std::string& text) { return text.c_str(); }
)" + api::several_texts() +
          R"(static void guarded(void (*body)(void*), void* context, void (*caught)(void*, const char*, const char*)) {
  try {
    body(context);
  } catch (const std::exception& e) {
    caught(context, typeid(e).name(), e.what());
  })";
  text += api::text_handlers(reading, untold);
  text += R"( catch (...) {
    const std::type_info* type = abi::__cxa_current_exception_type();
    caught(context, type == nullptr ? "" : type->name(), "");
  }
}
)";
  text += fmt::format(
      "extern \"C\" const ReenactBridge reenact_bridge = {{REENACT_ABI_VERSION, {}, thunks, result_types, {}, "
      "type_sizes, type_alignments, destructors, {}, casts, guarded}};\n",
      api.callables.size(), api.types.size(), reading.casts.size());
  return text;
}

/// Callables blamed by the compiler: errors in the thunk itself, or notes under an error that lead to it.
/// `what`: "thunk", "type", "cast" or "text".
std::set<std::size_t> blamed(const std::string& words, const std::string& what) {
  std::set<std::size_t> result;
  const std::string mark = "reenact_" + what + ":";
  const std::regex place(mark + "([0-9]+):");
  std::istringstream lines(words);
  std::string line;
  bool in_error = false;
  while (std::getline(lines, line)) {
    if (line.contains(": error:") || line.contains(": fatal error:")) in_error = true;
    std::smatch found;
    if (in_error && line.contains(mark) && std::regex_search(line, found, place))
      result.insert(std::stoul(found[1]) - 1);
  }
  return result;
}

/// And what shares their function: an instantiation that fails is reported once, for the first of its users.
std::set<std::size_t> with_twins(const ApiModel& api, std::set<std::size_t> guilty) {
  std::set<std::string> functions;
  for (const std::size_t i : guilty)
    if (i < api.callables.size() && !api.callables[i].linkage_name.empty())
      functions.insert(api.callables[i].linkage_name);
  for (const Callable& callable : api.callables)
    if (functions.contains(callable.linkage_name)) guilty.insert(callable.id.index());
  return guilty;
}

std::string first_error_of(const std::string& words, std::size_t callable) {
  const std::string mark = fmt::format("reenact_thunk:{}:", callable + 1);
  const auto at = words.find(mark);
  if (at == std::string::npos) return "does not compile";
  const auto error = words.find("error: ", at);
  if (error == std::string::npos) return "does not compile";
  return words.substr(error + 7, words.find('\n', error) - error - 7);
}

class Compiler {
 public:
  Compiler(ApiReading& reading, std::vector<std::string> flags, fs::path standard, const std::string& roots,
           fs::path folder, const SubjectOptions& options)
      : reading_(reading),
        flags_(std::move(flags)),
        standard_(std::move(standard)),
        roots_(roots),
        folder_(std::move(folder)),
        options_(options),
        end_of_later_(SteadyClock().now() + std::chrono::seconds(options.later_seconds)) {}

  /// Compiles all of a small bridge as one file: for three starts of a compiler one. The parts are left as
  /// rebuild_bridge() wants them. nullopt: something in it does not compile.
  std::optional<fs::path> compile_as_one(const std::string& thunks, const std::string& table) {
    const fs::path whole = folder_ / "bridge.cpp";
    fs::path object = folder_ / kTheOne;
    std::error_code ignored;
    fs::remove(folder_ / "head.pch", ignored);
    if (!write_file(head_, head(reading_)) || !write_file(folder_ / "thunks_0.cpp", thunks) ||
        !write_file(folder_ / "table.cpp", table) ||
        !write_file(whole, "#include \"head.h\"\n#include \"thunks_0.cpp\"\n#include \"table.cpp\"\n"))
      return std::nullopt;
    const bool compiles =
        run({"-include-pch", standard_.string(), "-c", whole.string(), "-o", object.string()}, object).empty();
    return compiles ? std::optional(std::move(object)) : std::nullopt;
  }

  /// Its model would tell of the same functions as those of several files.
  void forget_the_one() const {
    std::error_code ignored;
    for (const char* suffix : {"", ".model"}) fs::remove(folder_ / (std::string(kTheOne) + suffix), ignored);
  }

  /// Compiles `text` behind the head, unless that is what `object` was made of; empty words: success. `is_later`: kTakesTooLong
  /// if that is not done when the time for such files is over.
  std::string compile(const std::string& name, const std::string& text, const fs::path& object, bool is_later = false) {
    const fs::path source = folder_ / (name + ".cpp");
    const std::string whole = included() + text;
    std::error_code ignored;
    if (is_there(object) && read_file(source) == whole) return "";
    fs::remove(object, ignored);
    if (const auto written = write_file(source, whole); !written) return written.error().message;
    const auto left = end_of_later_ - SteadyClock().now();
    // What has no thunk left is linked, too.
    if (!is_later || !text.contains(kThunkBegin)) return run({"-c", source.string(), "-o", object.string()}, object);
    if (left <= Clock::Duration{}) return std::string(kTakesTooLong);
    return run({"-c", source.string(), "-o", object.string()}, object,
               std::chrono::ceil<std::chrono::milliseconds>(left));
  }

  /// Library headers are parsed once; where that does not work, each file includes them.
  void precompile() {
    // What is compiled on top of a file is good for no other one in its place.
    const std::string text = fmt::format("// {} {}\n{}", standard_.string(), stamp_of(standard_), head(reading_));
    const fs::path made = folder_ / "head.pch";
    if (is_there(made) && read_file(head_) == text) return;
    std::error_code ignored;
    fs::remove(made, ignored);
    fs::remove(head_, ignored);
    if (!write_file(head_, text)) return;  // whoever includes it fails, and says so
    const std::vector<std::string> alone{"-x", "c++-header", head_.string(), "-o", made.string()};
    std::vector<std::string> on_top{"-include-pch", standard_.string()};
    on_top.insert(on_top.end(), alone.begin(), alone.end());
    if (standard_.empty() || !run(on_top, made).empty()) (void)run(alone, made);
  }

  /// From then on every compilation fails.
  [[nodiscard]] bool is_interrupted() const { return options_.interrupted != nullptr && options_.interrupted->load(); }

  /// Names and faults of the functions in `text` that do not compile behind the head; not always all.
  [[nodiscard]] std::map<std::string, std::string> failing(const std::string& text) const {
    std::vector<std::string> flags(flags_.begin() + 1, flags_.end());
    if (precompiled()) flags.insert(flags.end(), {"-include-pch", (folder_ / "head.pch").string()});
    return failing_functions(included() + text, std::move(flags));
  }

  /// What the compiler says of `text` without making code of it: many times faster where templates abound.
  std::string check(const std::string& name, const std::string& text) {
    const fs::path source = folder_ / (name + "_check.cpp");
    if (const auto written = write_file(source, included() + text); !written) return written.error().message;
    return run({"-fsyntax-only", source.string()}, source);
  }

 private:
  [[nodiscard]] bool precompiled() const { return is_there(folder_ / "head.pch"); }
  [[nodiscard]] std::string included() const {
    return precompiled() ? std::string() : "#include \"" + head_.string() + "\"\n";
  }

  std::string run(const std::vector<std::string>& what, const fs::path& object,
                  std::chrono::milliseconds limit = ProcessOptions().time_limit) {
    std::vector<std::string> line = flags_;
    if (precompiled() && object.extension() != ".pch")
      line.insert(line.end(), {"-include-pch", (folder_ / "head.pch").string()});
    line.insert(line.end(), what.begin(), what.end());
    ProcessOptions process;
    process.environment = {"REENACT_ROOTS=" + roots_, "REENACT_MODEL_OUT=" + object.string() + ".model",
                           "TMPDIR=" + folder_.string()};
    process.interrupted = options_.interrupted;
    process.time_limit = limit;
    std::vector<fs::path> readable = paths_in(line);
    readable.push_back(standard_);
    const auto result = run_compiler(options_.compilers, folder_, std::move(readable), line, process);
    if (!result) return result.error().message;
    if (result->timed_out) return std::string(kTakesTooLong);
    return result->exit_status == 0 ? "" : result->err;
  }

  ApiReading& reading_;
  std::vector<std::string> flags_;
  fs::path standard_;
  std::string roots_;
  fs::path folder_, head_ = folder_ / "head.h";
  const SubjectOptions& options_;
  Clock::Duration end_of_later_;
};

/// Of the thunks of `callables`, those that do not compile alone, found by halving: an error in what the compiler defines
/// by itself (copying a map of std::unique_ptr) names no user.
void find_guilty(Compiler& compiler, const ApiReading& reading, const std::string& name,
                 std::span<const std::size_t> callables, std::set<std::size_t>& guilty) {
  if (callables.empty() || compiler.check(name, thunk_file(reading, callables)).empty()) return;
  if (callables.size() == 1) {
    guilty.insert(callables.front());
    return;
  }
  const std::size_t middle = callables.size() / 2;
  find_guilty(compiler, reading, name, callables.first(middle), guilty);
  find_guilty(compiler, reading, name, callables.subspan(middle), guilty);
}

std::size_t number_of_thunks(const ApiReading& reading, std::span<const std::size_t> callables) {
  return static_cast<std::size_t>(
      std::ranges::count_if(callables, [&](std::size_t i) { return !reading.thunks[i].empty(); }));
}

/// What it takes to compile a thunk: nearly all is the library's code that is compiled with it.
std::size_t cost_of(const ApiReading& reading, std::size_t callable) {
  constexpr std::size_t kOfABody = 8;
  if (reading.thunks[callable].empty()) return 0;
  return reading.api.callables[callable].compiles_body ? kOfABody : 1;
}

/// Adds that many files of `callables`, each about as long to compile. They keep their order: neighbours share code.
void add_files(ApiReading& reading, std::span<const std::size_t> callables, std::size_t parts, bool is_later) {
  std::size_t all = 0, before = 0;
  for (const std::size_t i : callables) all += cost_of(reading, i);
  const std::size_t first = reading.files.size();
  for (std::size_t part = 0; part < parts; ++part)
    reading.files.push_back({fmt::format("thunks_{}", first + part), {}, is_later});
  for (const std::size_t i : callables) {
    const std::size_t part = before * parts / std::max<std::size_t>(all, 1);
    reading.files[first + std::min(part, parts - 1)].callables.push_back(i);
    before += cost_of(reading, i);
  }
}

std::size_t files_for(std::size_t thunks, std::size_t most) {
  return std::max<std::size_t>(1, (thunks + most - 1) / most);
}

/// Is much of the library in its headers? Each file of thunks compiles anew what its inline functions call.
bool holds_much_code(const ApiReading& reading) {
  constexpr std::ptrdiff_t kMany = 100;
  return std::ranges::count_if(reading.api.callables,
                               [](const Callable& each) { return each.usable && each.compiles_body; }) > kMany;
}

/// No more files than are needed, but for that no processor is idle.
void divide_thunks(ApiReading& reading, unsigned jobs) {
  std::vector<std::size_t> likely, later;
  for (std::size_t i = 0; i < reading.thunks.size(); ++i)
    (reading.later.contains(CallableId(i)) ? later : likely).push_back(i);
  const std::size_t thunks = number_of_thunks(reading, likely);
  const std::size_t at_once = std::min<std::size_t>(jobs, files_for(thunks, kThunksOfASmallBridge));
  const std::size_t most = holds_much_code(reading) ? kThunksOfAHeaderLibrary : kThunksPerFile;
  add_files(reading, likely, std::max(files_for(thunks, most), at_once), false);
  if (!later.empty()) add_files(reading, later, files_for(number_of_thunks(reading, later), kLaterThunksPerFile), true);
}

/// Thunks that were dropped, each with the reason.
using DroppedThunks = std::vector<std::pair<std::size_t, std::string>>;

/// Drops the thunks of a file that do not compile, as far as one parse can tell.
void drop_failing(const Compiler& compiler, ApiReading& reading, const ThunkFile& file, DroppedThunks& dropped) {
  const auto failing = compiler.failing(thunk_file(reading, file.callables));
  for (const std::size_t i : file.callables)
    if (const auto it = failing.find(thunk_name(i)); it != failing.end()) {
      dropped.emplace_back(i, it->second);
      reading.thunks[i].clear();
    }
}

/// Compiles one file of thunks, dropping those that do not compile. What the compiler says of the last one that cannot
/// be blamed on a thunk is returned. A file that takes too long is dropped as a whole: one of ApiReading::later once the time for these is over.
std::string compile_thunks(Compiler& compiler, ApiReading& reading, const ThunkFile& file, const fs::path& object,
                           DroppedThunks& dropped) {
  while (true) {
    // No code is made as long as there are errors.
    std::string words = compiler.compile(file.name, thunk_file(reading, file.callables), object, file.is_later);
    if (words.empty() || compiler.is_interrupted()) return words;
    const bool is_over = words == kTakesTooLong;
    std::set<std::size_t> guilty;
    if (is_over)
      guilty.insert(file.callables.begin(), file.callables.end());
    else
      guilty = with_twins(reading.api, blamed(words, "thunk"));
    if (guilty.empty()) {
      // What all thunks stand behind is no thunk's fault.
      if (std::string head = compiler.check(file.name, ""); !head.empty()) return head;
      find_guilty(compiler, reading, file.name, file.callables, guilty);
    }
    bool any = false;
    for (const std::size_t i : file.callables)
      if (guilty.contains(i) && !reading.thunks[i].empty()) {
        dropped.emplace_back(i, is_over ? std::string(kTakesTooLong) : first_error_of(words, i));
        reading.thunks[i].clear();
        any = true;
      }
    if (!any) return words;
  }
}

/// Drops the callables that use a type or a cast the table cannot be compiled with. False: the table has no culprit.
bool drop_from_table(ApiReading& reading, const std::string& words) {
  const std::set<std::size_t> types = blamed(words, "type"), casts = blamed(words, "cast");
  for (const std::size_t i : types) {
    reading.storage[i].clear();
    reading.destructible[i] = false;
  }
  for (const std::size_t i : casts) reading.casts[i] = "return p;";
  std::vector<CallableId> lost;
  for (Callable& callable : reading.api.callables) {
    bool unusable = callable.result && types.contains(callable.result->index());
    for (Parameter& parameter : callable.parameters) {
      std::erase_if(parameter.sources, [&](const Source& source) {
        return types.contains(source.type.index()) || (source.cast != kNoCast && casts.contains(source.cast));
      });
      unusable = unusable || (parameter.sources.empty() && !parameter.nullable);
    }
    if (unusable && !reading.thunks[callable.id.index()].empty()) lost.push_back(callable.id);
  }
  drop_callables(reading, lost, "a type or a conversion it needs does not compile");
  return !types.empty() || !casts.empty();
}

/// A dropped callable stays in its place, so that ids keep their meaning, but nothing can choose it any more.
void unlist(ApiModel& api, CallableId id) {
  for (auto& producers : api.producers) std::erase(producers, id);
}

}  // namespace

std::string standard_head() {
  std::string text;
  for (const char* name : {"functional", "memory", "new", "sstream", "string", "string_view", "utility", "vector",
                           "map", "set", "list", "array", "tuple", "algorithm", "cstdio", "cstring"})
    text += fmt::format("#include <{}>\n", name);
  return text;
}

void drop_callables(ApiReading& reading, const std::vector<CallableId>& ids, const std::string& reason) {
  for (const CallableId id : ids) {
    reading.thunks[id.index()].clear();
    reading.api.dropped.push_back({reading.api[id].name, reason});
    reading.api.callables[id.index()].usable = false;
    unlist(reading.api, id);
  }
}

void drop_objects(ApiReading& reading, const std::set<std::size_t>& types, const std::string& reason) {
  std::vector<CallableId> makers;
  for (const std::size_t i : types) reading.destructible[i] = false;
  for (const Callable& callable : reading.api.callables)
    if (callable.usable && callable.result && types.contains(callable.result->index())) makers.push_back(callable.id);
  drop_callables(reading, makers, reason);
}

Expected<std::vector<fs::path>> build_bridge(ApiReading& reading, const std::vector<std::string>& extra_flags,
                                             const std::string& roots, const fs::path& work_dir,
                                             const SubjectOptions& options, const fs::path& standard,
                                             BridgeFiles form) {
  const auto tools = find_toolchain();
  if (!tools) return std::unexpected(tools.error());
  if (const auto made = make_folder(work_dir); !made) return std::unexpected(made.error());
  std::vector<std::string> flags{tools->cxx_compiler};
  flags.insert(flags.end(), reading.flags.begin(), reading.flags.end());
  // Every note up to the thunk: it tells which one is to blame.
  flags.insert(flags.end(), {"-w", kNoWarningsAsErrors, "-ferror-limit=0", "-ftemplate-backtrace-limit=0",
                             "-I" + tools->include.string()});
  flags.insert(flags.end(), extra_flags.begin(), extra_flags.end());
  const unsigned jobs = options.jobs;
  Compiler compiler(reading, flags, standard, roots, work_dir, options);
  if (reading.files.empty()) divide_thunks(reading, jobs);
  const std::vector<ThunkFile>& files = reading.files;
  if (options.progress) options.progress("bridging", 0, files.size());
  std::vector<fs::path> objects;
  const bool is_small =
      files.size() == 1 && number_of_thunks(reading, files.front().callables) <= kThunksOfASmallBridge;
  if (form == BridgeFiles::kOneIfSmall && !standard.empty() && is_small) {
    const std::string thunks = thunk_file(reading, files.front().callables);
    if (const auto object = compiler.compile_as_one(thunks, table_file(reading, {}))) return std::vector{*object};
  }
  compiler.forget_the_one();
  compiler.precompile();
  std::vector<std::string> failures(files.size());
  std::vector<DroppedThunks> dropped(files.size());
  for (const ThunkFile& file : files) objects.push_back(work_dir / (file.name + ".o"));
  in_parallel(files.size(), jobs, [&](std::size_t i) {
    // Whoever links the bridge again drops more of them: what is left has compiled before.
    if (!is_there(objects[i])) drop_failing(compiler, reading, files[i], dropped[i]);
  });
  // The table beside the thunks: it stays as it is unless one more of them has to go.
  const fs::path table = work_dir / "table.o";
  const std::string likely_table = jobs > 1 ? table_file(reading, {}) : "";
  std::string words_on_table;
  const std::size_t parts = files.size() + (jobs > 1 ? 1 : 0);
  std::size_t done = 0;
  std::mutex progress;
  in_parallel(parts, jobs, [&](std::size_t i) {
    if (i < files.size())
      failures[i] = compile_thunks(compiler, reading, files[i], objects[i], dropped[i]);
    else
      words_on_table = compiler.compile("table", likely_table, table);
    const std::lock_guard lock(progress);
    if (options.progress) options.progress("bridging", ++done, parts);
  });
  if (compiler.is_interrupted()) return interrupted_error();
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!failures[i].empty()) return subject_error("the bridge does not compile:\n" + failures[i].substr(0, 3000));
    for (const auto& [callable, reason] : dropped[i]) drop_callables(reading, {CallableId(callable)}, reason);
  }
  objects.push_back(table);
  std::set<std::size_t> untold;  // classes that are asked for texts they do not have
  while (true) {
    const std::string text = table_file(reading, untold);
    const std::string words = text == likely_table ? words_on_table : compiler.compile("table", text, table);
    if (words.empty()) return objects;
    if (compiler.is_interrupted()) return interrupted_error();
    const std::size_t told_before = untold.size();
    untold.merge(blamed(words, "text"));
    if (!drop_from_table(reading, words) && untold.size() == told_before)
      return subject_error("the bridge's table does not compile:\n" + words.substr(0, 3000));
  }
}

Expected<std::vector<fs::path>> rebuild_bridge(const std::vector<std::string>& line, const std::string& roots,
                                               const fs::path& from, const fs::path& to, BridgeForm form,
                                               const SubjectOptions& options) {
  if (const auto made = make_folder(to); !made) return std::unexpected(made.error());
  std::vector<fs::path> sources, objects;
  for (std::size_t i = 0; is_there(from / fmt::format("thunks_{}.cpp", i)); ++i)
    sources.push_back(from / fmt::format("thunks_{}.cpp", i));
  if (form != BridgeForm::kBitcode) sources.push_back(from / "table.cpp");
  for (const fs::path& source : sources) objects.push_back(to / source.filename().replace_extension(".o"));
  std::vector<std::string> failures(sources.size());
  in_parallel(sources.size(), options.jobs, [&](std::size_t i) {
    std::vector<std::string> words = line;
    const fs::path bitcode = form == BridgeForm::kBitcode ? objects[i] : fs::path(objects[i]).replace_extension(".bc");
    words.insert(words.end(), {"-c", sources[i].string(), "-o", bitcode.string()});
    ProcessOptions process;
    process.environment = {"REENACT_ROOTS=" + roots, "TMPDIR=" + to.string()};
    process.interrupted = options.interrupted;
    auto result = run_compiler(options.compilers, to, paths_in(words), words, process);
    if (form == BridgeForm::kHastyCode && result && result->exit_status == 0)
      result = generate_code(line.front(), bitcode, objects[i], to, options);
    if (!result || result->exit_status != 0) failures[i] = result ? result->err : result.error().message;
  });
  if (options.interrupted != nullptr && options.interrupted->load()) return interrupted_error();
  for (const std::string& words : failures)
    if (!words.empty()) return subject_error("the bridge does not compile:\n" + words.substr(0, 3000));
  return objects;
}

}  // namespace reenact
