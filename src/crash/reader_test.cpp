#include "crash/reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/random.h"
#include "crash/match.h"

namespace reenact {
namespace {

std::string text_of(const std::string& name) {
  std::ifstream file(std::string(REENACT_SOURCE_DIR) + "/crashpack/" + name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Expectation {
  const char* file;
  CrashKind kind;
  const char* function;  // innermost subject frame
  std::uint32_t line;
  std::size_t frames;  // of the subject
};

CrashReport of_sanitizer(const std::string& headline) {
  const auto report = read_crash_report(
      "==1==ERROR: AddressSanitizer: " + headline + "\n    #0 0x4f in take a.c:3\n    #1 0x5 in main m.c:1\n", "asan");
  EXPECT_TRUE(report) << report.error().message;
  return report.value_or(CrashReport());
}

TEST(SanitizerReports, WaysToFreeWronglyAndNegativeSizesAreKindsOfTheirOwn) {
  const std::vector<CrashReport> reports{of_sanitizer("attempting double-free on 0x602 in thread T0:"),
                                         of_sanitizer("attempting free on address which was not malloc()-ed: 0x7f in"),
                                         of_sanitizer("alloc-dealloc-mismatch (malloc vs operator delete) on 0x602"),
                                         of_sanitizer("negative-size-param: (size=-1)"),
                                         of_sanitizer("heap-buffer-overflow on address 0x602 at pc 0x1 bp 0x2 sp 0x3"),
                                         of_sanitizer("unknown-crash on address 0x602 at pc 0x1 bp 0x2 sp 0x3")};
  for (std::size_t i = 0; i < reports.size(); ++i)
    for (std::size_t k = 0; k < reports.size(); ++k)
      EXPECT_EQ(match(reports[i], reports[k], 1).same, i == k) << i << ", " << k;
}

class RealReport : public testing::TestWithParam<Expectation> {};

TEST_P(RealReport, IsRead) {
  const Expectation& expected = GetParam();
  const auto report = read_crash_report(text_of(expected.file), expected.file);
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(to_string(report->kind), to_string(expected.kind));
  const auto frames = report->subject_frames();
  EXPECT_EQ(frames.size(), expected.frames);
  const Frame& innermost = report->frames[frames.front().index()];
  EXPECT_EQ(plain_name(innermost.function), expected.function);
  EXPECT_EQ(innermost.line.value, expected.line);
}

INSTANTIATE_TEST_SUITE_P(
    Crashpack, RealReport,
    testing::Values(
        Expectation{"box2d-resetmassdata/report.txt", CrashKind::kAssertion, "b2Body::ResetMassData", 332, 3},
        Expectation{"box2d-resetmassdata/gdb.txt", CrashKind::kAssertion, "b2Body::ResetMassData", 332, 3},
        Expectation{"cares-sortlist/report.txt", CrashKind::kStackBufferOverflow, "config_sortlist", 2246, 2},
        Expectation{"cares-sortlist/gdb.txt", CrashKind::kBusError, "config_sortlist", 2247, 2},
        Expectation{"cjson-insert-null/report.txt", CrashKind::kNullDereference, "cJSON_InsertItemInArray", 2274, 1},
        Expectation{"cjson-insert-null/gdb.txt", CrashKind::kNullDereference, "cJSON_InsertItemInArray", 2274, 1},
        Expectation{"cxxopts-option-not-present/report.txt", CrashKind::kCppException, "cxxopts::throw_or_mimic", 566,
                    2},
        Expectation{"expat-free-in-handler/report.txt", CrashKind::kUseAfterFree, "poolClear", 7183, 6},
        Expectation{"hnswlib-capacity/report.txt", CrashKind::kCppException, "hnswlib::HierarchicalNSW::addPoint", 1091,
                    2},
        Expectation{"jsonc-add-to-array/report.txt", CrashKind::kAssertion, "json_object_object_add_ex", 547, 1},
        Expectation{"jsonc-tokener-depth0/report.txt", CrashKind::kHeapOverflow, "json_tokener_reset_level", 192, 3},
        Expectation{"jsoncpp-find-logicerror/report.txt", CrashKind::kCppException, "Json::throwLogicError", 212, 3},
        Expectation{"leveldb-tablebuilder-order/gdb.txt", CrashKind::kAssertion, "leveldb::TableBuilder::Add", 97, 1},
        Expectation{"libtommath-2expt-neg/report.txt", CrashKind::kHeapOverflow, "mp_2expt", 27, 1},
        Expectation{"libyaml-doc-uninit/report.txt", CrashKind::kHeapOverflow, "yaml_document_add_sequence", 1274, 1},
        Expectation{"lodepng-bitdepth0/report.txt", CrashKind::kArithmetic, "getPixelColorsRGBA8", 3353, 2},
        Expectation{"lodepng-bitdepth0/gdb.txt", CrashKind::kArithmetic, "getPixelColorsRGBA8", 3353, 2},
        Expectation{"md4c-link-eof/report.txt", CrashKind::kHeapOverflow, "md_is_inline_link_spec", 2278, 9},
        Expectation{"muparserx-rpn-underflow/report.txt", CrashKind::kHeapOverflow, "mup::TokenPtr::operator->", 183,
                    3},
        Expectation{"nlohmann-const-subscript/gdb.txt", CrashKind::kAssertion, "nlohmann::basic_json::operator[]",
                    21313, 2},
        Expectation{"stb-gif-flip-null/report.txt", CrashKind::kNullDereference, "stbi__vertical_flip", 1216, 3},
        Expectation{"tinyobj-exponent-overflow/report.txt", CrashKind::kUndefinedBehaviour, "tinyobj::tryParseDouble",
                    980, 4},
        Expectation{"tinyxml2-charref/report.txt", CrashKind::kAssertion, "tinyxml2::XMLUtil::GetCharacterRef", 519, 4},
        Expectation{"tinyxml2-insertfirst-null/report.txt", CrashKind::kUndefinedBehaviour,
                    "tinyxml2::XMLNode::InsertFirstChild", 928, 1},
        Expectation{"toml11-insert-nested-key/report.txt", CrashKind::kWildAccess, "toml::basic_value::is", 1163, 5},
        Expectation{"yajl-surrogate/report.txt", CrashKind::kAssertion, "yajl_string_decode", 169, 3},
        Expectation{"yamlcpp-emitter-endseq/report.txt", CrashKind::kAssertion, "YAML::EmitterState::ForceFlow", 74,
                    4}),
    [](const auto& info) {
      std::string name = info.param.file;
      for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
      return name;
    });

std::string error_of(std::string_view text) {
  const auto report = read_crash_report(text, "report.txt");
  return report ? "" : report.error().message;
}

TEST(BadReport, SaysWhatIsWrong) {
  EXPECT_EQ(error_of(" \n"), "report.txt: the report is empty");
  EXPECT_EQ(error_of(std::string_view("ab\0c", 4)),
            "report.txt: not a text: byte 2 is 0x00\n  next step: give the report as plain text");
  EXPECT_EQ(error_of("it crashes, please help"),
            "report.txt: no crash found in it\n  understood: AddressSanitizer and UBSan reports, Valgrind's errors, "
            "`bt` of gdb and lldb, traces of systemd-coredump, glog, Abseil and backtrace_symbols(), a failed "
            "assertion's line, `terminate called after throwing ...`");
  EXPECT_EQ(error_of("terminate called after throwing an instance of 'E'\n"),
            "report.txt: a crash (C++ exception) without a stack trace\n  next step: give the trace too: a sanitizer's "
            "report, or gdb's `bt`");
  EXPECT_EQ(
      error_of("#0  0x00007ffff7d8bf0a in ?? () from /lib/libc.so.6\n#1  0x1 in main () at main.c:1\n"),
      "report.txt: no usable frame: the crash is in the program that calls the project (main at main.c:1)\n  next "
      "step: if functions of the project should be there, build with -g and take the trace again");
  EXPECT_EQ(error_of("#0  0x00007ffff7d8bf0a in ?? () from /lib/libc.so.6\n#1  0x1 in ?? ()\n"),
            "report.txt: no usable frame: none of the 2 frames names a function of the project\n  next step: build "
            "with -g and take the trace again");
}

TEST(Reader, FindsACrashInsideAnIssue) {
  const auto report = read_crash_report(
      "Hi, since the last release\n> ```\n> #0  0x1 in f (p=0x0, n=3) at src/f.c:7\n> #1  0x2 in main () at m.c:1\n> "
      "```\nThanks!",
      "issue.md");
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->frames.size(), 2u);
  EXPECT_EQ(report->frames[0].arguments[1].value, "3");
  EXPECT_EQ(report->frames[1].owner, FrameOwner::kDriver);
}

// Each of these once took time with the square of its length: half a minute here.
TEST(Reader, LongTextsThatAreNoFramesAreReadInLinearTime) {
  const std::string trace =
      "\nProgram received signal SIGSEGV\n#0  0x1 in f (p=0x0) at src/f.c:7\n#1  0x2 in main () at m.c:1\n";
  std::string block = "# Log\n", brackets = "#0  0x1 in g", quotes(500'000, '>');
  for (int i = 0; i < 100'000; ++i) {
    block += "    y = 2\n";
    brackets += " (";
  }
  for (const std::string& text : {block, brackets, quotes}) {
    const auto report = read_crash_report(text + trace, "issue.md");
    ASSERT_TRUE(report.has_value()) << report.error().message;
    EXPECT_EQ(report->frames[0].function, "f");
  }
}

TEST(Reader, GdbFramesMayBeWrappedOverSeveralLines) {
  const auto report = read_crash_report(
      "#0  0x1 in ns::f (text=0x1,\n    length=2,\n    flags=3)\n    at src/f.c:7\n#1  0x2 in main () at m.c:1\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->frames[0].arguments.size(), 3u);
  EXPECT_EQ(report->frames[0].line.value, 7u);
}

using enum FrameOwner;

std::vector<FrameOwner> owners_in(const CrashReport& report) {
  std::vector<FrameOwner> owners;
  for (const Frame& frame : report.frames) owners.push_back(frame.owner);
  return owners;
}

// glibc 2.31 and older: no folders before some of its files' names.
TEST(Reader, FramesOfOlderGlibcAreTheSystems) {
  const auto report = read_crash_report(
      "demo: src/f.c:7: f: Assertion `p' failed.\n"
      "#0  __GI_raise (sig=sig@entry=6) at ../sysdeps/unix/sysv/linux/raise.c:50\n"
      "#1  0x00007ffff7dfb859 in __GI_abort () at abort.c:79\n"
      "#2  0x00007ffff7dfb729 in __assert_fail_base (fmt=0x1 \"%s\", assertion=0x2 \"p\") at assert.c:92\n"
      "#3  0x00007ffff7e0cfd6 in __GI___assert_fail (assertion=0x2 \"p\") at assert.c:101\n"
      "#4  0x0000555555555171 in malloc_of_mine (p=0x0) at malloc.c:7\n"
      "#5  0x0000555555555171 in f (p=0x0) at abort.c:7\n"
      "#6  0x0000555555555189 in main () at m.c:1\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(owners_in(*report),
            (std::vector<FrameOwner>{kSystem, kSystem, kSystem, kSystem, kSubject, kSubject, kDriver}));
}

// Folders of a project may be called like the C library's.
TEST(Reader, FoldersNamedLikeTheSystemsAreTheSubjects) {
  const auto report = read_crash_report(
      "Program received signal SIGSEGV, Segmentation fault.\n"
      "#0  __strlen_avx2 () at ../sysdeps/x86_64/multiarch/strlen-avx2.S:76\n"
      "#1  0x1 in _IO_puts (str=0x0) at ./libio/ioputs.c:35\n"
      "#2  0x1 in csv_parse (p=0x0) at libcsv/libcsv.c:312\n"
      "#3  0x1 in trim (p=0x0) at string/trim.c:12\n"
      "#4  0x1 in bits::read (p=0x0) at /src/bits/read.cpp:12\n"
      "#5  0x1 in std::vector<int>::at (this=0x0) at /usr/include/c++/12/bits/stl_vector.h:12\n"
      "#6  0x1 in main () at m.c:1\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(owners_in(*report),
            (std::vector<FrameOwner>{kSystem, kSystem, kSubject, kSubject, kSubject, kSystem, kDriver}));
}

// An optimised build may give a function the place of what is inlined into it, in the standard library's headers.
TEST(Reader, FunctionsAtAnInlinedPlaceAreTheSubjects) {
  const auto report = read_crash_report(
      "Program received signal SIGSEGV, Segmentation fault.\n"
      "#0  std::vector<geo::Point>::at (this=0x0) at /usr/include/c++/12/bits/stl_vector.h:12\n"
      "#1  0x1 in void geo::each<std::less<int>>(std::string const&) () at /usr/include/c++/12/bits/stl_algo.h:7\n"
      "#2  0x1 in geo::Grid::read (s=...) at /usr/include/c++/12/bits/new_allocator.h:90\n"
      "#3  0x1 in void std::sort<geo::Point*>(geo::Point*, geo::Point*) () at /usr/include/c++/12/bits/stl_algo.h:9\n"
      "#4  0x1 in main () at m.c:1\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(owners_in(*report), (std::vector<FrameOwner>{kSystem, kSubject, kSubject, kSystem, kDriver}));
  EXPECT_EQ(report->frames[2].file, "");
  EXPECT_EQ(report->frames[2].line, Line(0u));
}

// clang's AddressSanitizer names what it intercepts as the C library does.
TEST(Reader, InterceptedFunctionsAreTheSystems) {
  const auto report = read_crash_report(
      "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000016 at pc 0x1 bp 0x2 sp 0x3\n"
      "READ of size 7 at 0x602000000016 thread T0\n"
      "    #0 0x1 in __asan::Allocator::Allocate(unsigned long) "
      "../../../../src/libsanitizer/asan/asan_allocator.cpp:5\n"
      "    #1 0x1 in void __sanitizer::internal_copy<int>(int) (/home/u/a.out+0x4e24)\n"
      "    #2 0x1 in getpwnam (/home/u/a.out+0x4ed4)\n"
      "    #3 0x2 in cfg_expand (/home/u/a.out+0x5ed4)\n"
      "    #4 0x3 in main /home/u/m.c:2\n",
      "asan");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(owners_in(*report), (std::vector<FrameOwner>{kSanitizer, kSanitizer, kSystem, kSubject, kDriver}));
}

constexpr std::string_view kLeaks =
    "==1==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 5 byte(s) in 1 object(s) allocated from:\n"
    "    #0 0x1 in malloc (/home/u/a.out+0x4ed4)\n    #1 0x2 in keep /home/u/k.c:2\n    #2 0x3 in main /home/u/m.c:2\n";

TEST(Reader, LeaksAreNoCrash) {
  const auto report = read_crash_report(kLeaks, "leaks.txt");
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().message,
            "leaks.txt: it tells of memory leaks alone\n  next step: a leak is no crash; give the report of one");
}

TEST(Reader, LeaksBesideACrashAreNotTheCrash) {
  const auto undefined = read_crash_report(
      fmt::format("/home/u/a.c:7:9: runtime error: signed integer overflow: 1 + 2147483647 cannot be represented\n"
                  "    #0 0x1 in sum /home/u/a.c:7:9\n    #1 0x2 in main /home/u/m.c:9:3\n\n{}",
                  kLeaks),
      "both.txt");
  ASSERT_TRUE(undefined.has_value()) << undefined.error().message;
  EXPECT_EQ(undefined->kind, CrashKind::kUndefinedBehaviour);
  const auto debugger =
      read_crash_report(fmt::format("{}\nProgram received signal SIGSEGV, Segmentation fault.\n#0  sum (n=1) at a.c:7\n"
                                    "#1  main () at m.c:9\n",
                                    kLeaks),
                        "both.txt");
  ASSERT_TRUE(debugger.has_value()) << debugger.error().message;
  EXPECT_EQ(debugger->frames.front().function, "sum");
  const auto assertion =
      read_crash_report(fmt::format("{}\na.out: a.c:7: sum: Assertion `n > 0' failed.\n", kLeaks), "both.txt");
  ASSERT_TRUE(assertion.has_value()) << assertion.error().message;
  EXPECT_EQ(assertion->message, "n > 0");
}

TEST(Reader, TheHeadlineOfUbsanTellsTheLineThatItsFrameLacks) {
  const auto read = [](std::string_view file) {
    return read_crash_report(
        fmt::format("src/json.c:424:65: runtime error: applying non-zero offset 3 to null pointer\n"
                    "    #0 0x1 in parse_ex /home/u/src/{}\n    #1 0x2 in parse /home/u/src/json.c:980\n",
                    file),
        "ubsan.txt");
  };
  ASSERT_TRUE(read("json.c").has_value());
  EXPECT_EQ(read("json.c")->frames.front().line, Line(424u));
  EXPECT_EQ(read("other.c")->frames.front().line, Line(0u));
}

// Whatever is pasted, the reader answers: cut, doubled and garbled real reports.
TEST(Reader, SurvivesGarbledReports) {
  Random random(Seed(1u));
  for (const auto& entry : std::filesystem::directory_iterator(std::string(REENACT_SOURCE_DIR) + "/crashpack")) {
    if (!entry.is_directory()) continue;
    const std::string original = text_of(entry.path().filename().string() + "/report.txt").substr(0, 4000);
    for (int round = 0; round < 40; ++round) {
      std::string text = original;
      for (int change = 0; change < 8 && !text.empty(); ++change) {
        const std::size_t at = random.below(text.size());
        switch (random.below(4)) {
          case 0:
            text.erase(at, random.below(40));
            break;
          case 1:
            text.insert(at, text.substr(random.below(text.size()), random.below(60)));
            break;
          case 2:
            text[at] = static_cast<char>(32 + random.below(95));
            break;
          default:
            text.insert(at, "(<[{\"#0 ");
            break;
        }
      }
      (void)read_crash_report(text, "garbled");
    }
  }
}

TEST(SanitizerReader, WhatIsInsideOfAnInterceptor) {
  const auto report = read_crash_report(
      "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x6250000027ee at pc 0x000000449d74\n"
      "    #0 0x449d73 in StrtolFixAndCheck(void*, char const*, char**, char*, int) (/home/p/injector+0x449d73)\n"
      "    #1 0x44a2a1 in __interceptor_strtoll (/home/p/injector+0x44a2a1)\n"
      "    #2 0x58054f in BencEntity::ParseNum(unsigned char const*) /home/p/bencoding.cpp:544:11\n",
      "asan.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->frames[0].owner, FrameOwner::kSanitizer);
  EXPECT_EQ(report->subject_frames().size(), 1u);
}

TEST(SanitizerReader, WhatIsInsideOfAnInterceptorWithTheNameOfWhatItStandsFor) {
  const auto report = read_crash_report(
      "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x503000000054 at pc 0x558e86cda737\n"
      "    #0 0x558e86cda736 in printf_common(void*, char const*, __va_list_tag*) asan_interceptors.cpp.o\n"
      "    #1 0x558e86cdacc9 in vsnprintf (/home/p/repro+0xe3cc9)\n"
      "    #2 0x558e86d9d665 in jv_string_vfmt /home/p/src/jv.c:1573:13\n",
      "asan.txt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->frames[0].owner, FrameOwner::kSanitizer);
  EXPECT_EQ(report->frames[1].owner, FrameOwner::kSystem);
  ASSERT_EQ(report->subject_frames().size(), 1u);
  EXPECT_EQ(report->frames[report->subject_frames().front().index()].function, "jv_string_vfmt");
}

TEST(SanitizerReader, AllocatorsWithoutAPlaceAreNotTheSubjects) {
  for (const char* allocator : {"operator delete[](void*)", "operator delete[]", "operator new(unsigned long)",
                                "operator delete[](void*, std::align_val_t)", "operator delete(void*) (app+0x12)",
                                "operator new(unsigned long, std::nothrow_t const&)"}) {
    const auto report = read_crash_report(
        std::string("==1==ERROR: AddressSanitizer: attempting double-free on 0x602 in thread T0:\n    #0 0x4f in ") +
            allocator +
            "\n    #1 0x50 in Buffer::~Buffer() /src/buffer.cpp:12:3\n    #2 0x51 in main /src/app.cpp:3:1\n",
        "report.txt");
    ASSERT_TRUE(report) << allocator;
    ASSERT_EQ(report->subject_frames().size(), 1u) << allocator;
    EXPECT_EQ(report->frames[0].owner, FrameOwner::kSanitizer) << report->frames[0].function;
    EXPECT_EQ(report->frames[0].line, Line(0u));
  }
}

TEST(SanitizerReader, HeadlinesOfFailedAllocations) {
  for (const char* headline :
       {"requested allocation size 0xffffffffffed4000 (0xffffffffffed5000 after adjustments) exceeds maximum",
        "calloc parameters overflow: count * size (4 * 4611686018427387904) cannot be represented in type size_t",
        "allocator is out of memory trying to allocate 0x10000000 bytes"}) {
    const auto report = read_crash_report(
        fmt::format("==1==ERROR: AddressSanitizer: {}\n    #0 0x1 in f a.c:3:5\n", headline), "asan.txt");
    ASSERT_TRUE(report);
    EXPECT_EQ(report->kind, CrashKind::kOutOfMemory) << headline;
  }
}

TEST(SanitizerReader, WhetherTheProgramItselfHasDeletedAnObject) {
  const auto freed_by = [](const std::string& frames) {
    return read_crash_report(
               "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x5020 at pc 0x1 bp 0x2 sp 0x3\n"
               "READ of size 8 at 0x5020 thread T0\n"
               "    #0 0x1 in Alarm::ring() clock.cpp:23:25\n"
               "    #1 0x2 in main user.cpp:10:9\n\n"
               "0x5020 is located 8 bytes inside of 16-byte region [0x5018,0x5028)\n"
               "freed by thread T0 here:\n"
               "    #0 0x3 in operator delete" +
                   frames + "    #9 0x4 in main user.cpp:9:9\n",
               "asan.txt")
        ->shows_delete();
  };
  EXPECT_TRUE(freed_by("(void*, unsigned long) (app+0x1)\n"));
  EXPECT_TRUE(
      freed_by("(void*) (app+0x1)\n"
               "    #1 0x5 in std::default_delete<Alarm>::operator()(Alarm*) const "
               "/usr/include/c++/12/bits/unique_ptr.h:95:2\n"));
  EXPECT_FALSE(freed_by("[](void*) (app+0x1)\n"));
  EXPECT_FALSE(freed_by("(void*) (app+0x1)\n    #1 0x5 in Clock::forget() clock.cpp:7:2\n"));
  EXPECT_FALSE(
      freed_by("(void*) (app+0x1)\n"
               "    #1 0x5 in std::__new_allocator<int>::deallocate(int*, unsigned long) "
               "/usr/include/c++/12/bits/new_allocator.h:158:2\n"));
}

TEST(GdbReader, AFailingPrettyPrinterBreaksTheLineNotTheFrame) {
  const auto report = read_crash_report(
      "Program received signal SIGSEGV, Segmentation fault.\n"
      "#0  0x00005555555562d1 in charge (owner=Python Exception <class 'gdb.error'>: There is no member named _M_p.\n"
      ", amount=987654321) at account.cpp:13\n"
      "#1  0x0000555555556111 in open (name=Python Exception <class 'gdb.error'>: There is no member named _M_p.\n"
      ") at account.cpp:7\n"
      "#2  main () at user.cpp:3\n",
      "report");
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->frames.size(), 3u);
  EXPECT_EQ(report->frames[1].line, Line(7u));
  EXPECT_EQ(report->frames[0].function, "charge");
  EXPECT_EQ(report->frames[0].line, Line(13u));
}

TEST(GdbReader, AFailingPrettyPrinterMayEndInDots) {
  const auto report = read_crash_report(
      "Program received signal SIGSEGV, Segmentation fault.\n"
      "#0  0x000055555555752d in place (where=Python Exception <class 'gdb.error'>: There is no member named _M_impl.\n"
      "..., at=std::tuple containing = {...}) at settings.cpp:16\n"
      "#1  0x0000555555556111 in open (name=Python Exception <class 'gdb.error'>: There is no member named _M_p.\n"
      "...) at account.cpp:7\n"
      "#2  main () at user.cpp:3\n",
      "report");
  ASSERT_TRUE(report.has_value());
  ASSERT_EQ(report->frames.size(), 3u);
  EXPECT_EQ(report->frames[0].function, "place");
  EXPECT_EQ(report->frames[0].line, Line(16u));
  EXPECT_EQ(report->frames[1].line, Line(7u));
}

TEST(GdbReader, AnAssertionsTextIsAnArgumentOfGlibcsFrame) {
  const auto report = read_crash_report(
      "Program received signal SIGABRT, Aborted.\n"
      "#0  0x1 in __GI_abort () at ./stdlib/abort.c:79\n"
      "#1  0x2 in __assert_fail_base (fmt=0x7 \"%s%s%s:%u: %s%sAssertion `%s' failed.\\n%n\", "
      "assertion=assertion@entry=0x5 \"n > 0\") at ./assert/assert.c:94\n"
      "#2  0x3 in __GI___assert_fail (assertion=0x5 \"n > 0\", line=5) at ./assert/assert.c:103\n"
      "#3  0x4 in f (n=0) at /home/user/a.c:5\n",
      "report.txt");
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->kind, CrashKind::kAssertion);
  EXPECT_EQ(report->message, "n > 0");
}

TEST(GdbReader, ALambdaOfATestIsNoEndOfTheSubject) {
  const auto report = read_crash_report(
      "#0  0x1 in shelf_close (s=0x1) at shelf.c:5\n#1  0x2 in Shelf_Crashes_Test::TestBody()::$_0::__invoke(shelf*) "
      "(s=0x1) at t.cpp:9\n#2  0x3 in shelf_tick (s=0x1) at shelf.c:9\n#3  0x4 in Shelf_Crashes_Test::TestBody "
      "(this=0x1) at t.cpp:12\n#4  0x5 in shelf_open () at other.c:1\n",
      "bt");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->subject_frames(), (std::vector{FrameIndex(0u), FrameIndex(2u)}));
}

TEST(GdbReader, TheLineWhereItStoppedWithoutAnyTrace) {
  const auto report = read_crash_report(
      "Thread 2 \"app\" received signal SIGSEGV, Segmentation fault.\n[Switching to Thread 0x7ffff (LWP 42)]\n"
      "0x0000000000561b31 in CS101_ASDU_getCOT (self=0x0) at src/iec60870/cs101/cs101_asdu.c:308\n"
      "308         return (CS101_CauseOfTransmission) (self->asdu[2] & 0x3f);\n",
      "issue.md");
  ASSERT_TRUE(report);
  EXPECT_EQ(report->dialect, Dialect::kGdb);
  EXPECT_EQ(report->kind, CrashKind::kNullDereference);
  ASSERT_EQ(report->frames.size(), 1u);
  EXPECT_EQ(report->frames[0].function, "CS101_ASDU_getCOT");
  EXPECT_EQ(report->frames[0].line, Line(308u));
}

TEST(GdbReader, QuotationMarksInAnAssertionAreNoEscapesOfGdbs) {
  const auto report = read_crash_report(
      "Program received signal SIGABRT, Aborted.\n"
      "#0  0x1 in __GI_abort () at ./stdlib/abort.c:79\n"
      "#1  0x3 in __GI___assert_fail (assertion=0x5 \"\\\"never\\\" == NULL\", line=5) at ./assert/assert.c:103\n"
      "#2  0x4 in check (n=0) at check.c:5\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->message, "\"never\" == NULL");
}

TEST(GdbReader, BothEndsOfADeepStackTellRecursion) {
  std::string text = "Program received signal SIGSEGV, Segmentation fault.\n";
  for (int i = 0; i < 30; ++i) text += "#" + std::to_string(i) + "  0x1 in walk (node=0x1) at tree.c:7\n";
  const std::string outer = "in main () at m.c:1\n";
  const auto whole = read_crash_report(text + "#30  0x1 " + outer, "bt");
  const auto cut = read_crash_report(text + "#10226  0x1 " + outer, "bt 30, bt -1");
  ASSERT_TRUE(whole && cut);
  EXPECT_EQ(whole->kind, CrashKind::kWildAccess);
  EXPECT_EQ(cut->kind, CrashKind::kStackOverflow);
}

TEST(GdbReader, AStackOfTensOfThousandsOfFramesIsExhausted) {
  const auto kind = [](const char* outermost) {
    return read_crash_report("Program received signal SIGSEGV, Segmentation fault.\n#0  0x1 in due (s=0x1) at s.c:7\n" +
                                 std::string(outermost) + "  0x1 in main () at m.c:1\n",
                             "bt")
        ->kind;
  };
  EXPECT_EQ(kind("#58237"), CrashKind::kStackOverflow) << "who pasted it has cut all out that shows the recursion";
  EXPECT_EQ(kind("#58"), CrashKind::kWildAccess);
}

/// A bare `bt`: no line tells of a signal. `innermost` lie inside of the subject's frame.
CrashReport bare_trace(const std::string& innermost) {
  const auto report =
      read_crash_report(innermost + "#7  0x1 in f (p=0x0) at f.c:3\n#8  0x2 in main () at m.c:1\n", "bt");
  EXPECT_TRUE(report.has_value()) << report.error().message;
  return report.value_or(CrashReport());
}

TEST(GdbReader, ARecursionInDisorderThatWasCutExhaustedTheStack) {
  // What the reader of a text calls depends on the text: no cycle, but nothing else either.
  const auto trace = [](std::size_t frames, const char* outermost) {
    std::string text = "Program received signal SIGSEGV, Segmentation fault.\n";
    for (std::size_t i = 0; i < frames; ++i) {
      const char* function = i % 7 == 3 || i % 5 == 1 ? "object" : i % 2 == 0 ? "value" : "array";
      text += "#" + std::to_string(i) + "  0x00005555 in " + function +
              " (n=1) at parser.c:" + std::to_string(10 + i % 3) + "\n";
    }
    return read_crash_report(text + outermost, "gdb.txt");
  };
  ASSERT_TRUE(trace(60, ""));
  EXPECT_EQ(trace(60, "(More stack frames follow...)\n")->kind, CrashKind::kStackOverflow);
  EXPECT_EQ(trace(30, "")->kind, CrashKind::kWildAccess) << "too few to tell";
  EXPECT_EQ(trace(60, "#60 0x00005555 in main () at app.c:3\n")->kind, CrashKind::kWildAccess) << "it is all there";
}

TEST(GdbReader, TheInnermostFramesTellHowItEnded) {
  EXPECT_EQ(bare_trace("").kind, CrashKind::kUnknown);
  const std::string abort =
      "#0  __pthread_kill_implementation (threadid=1, signo=signo@entry=6) at ./nptl/pthread_kill.c:44\n"
      "#3  0x1 in __GI_abort () at ./stdlib/abort.c:79\n";
  EXPECT_EQ(bare_trace(abort).kind, CrashKind::kAbort);
  EXPECT_EQ(bare_trace("#0  0x1 in raise () from /lib/libc.so.6\n#1  0x1 in abort () from /lib/libc.so.6\n").kind,
            CrashKind::kAbort);
  EXPECT_EQ(bare_trace("#0  0x1 in __GI_raise (sig=sig@entry=8) at ../sysdeps/raise.c:50\n").kind,
            CrashKind::kArithmetic);
  EXPECT_EQ(bare_trace(abort + "#4  0x1 in __assert_fail () from /lib/libc.so.6\n").kind, CrashKind::kAssertion);
  EXPECT_EQ(bare_trace(abort + "#4  0x1 in __stack_chk_fail () at stack_chk_fail.c:24\n").kind,
            CrashKind::kStackBufferOverflow);
  const std::string terminate = abort + "#4  0x1 in std::terminate() () from /lib/libstdc++.so.6\n";
  EXPECT_EQ(bare_trace(terminate + "#5  0x1 in __cxa_throw () from /lib/libstdc++.so.6\n").kind,
            CrashKind::kCppException);
  EXPECT_EQ(bare_trace(terminate + "#5  0x1 in __clang_call_terminate ()\n").kind, CrashKind::kCppException);
  EXPECT_EQ(bare_trace(terminate + "#5  0x1 in __cxa_pure_virtual () from /lib/libstdc++.so.6\n").kind,
            CrashKind::kAbort);
  // A handler further out, or a function of the subject's, tells nothing.
  EXPECT_EQ(bare_trace("#0  0x1 in abort (job=0x1) at /src/jobs.c:3\n").kind, CrashKind::kUnknown);
}

// Checks that a build has asked for: the frame that found it, and what the C library or libstdc++ said before.
TEST(GdbReader, ABuiltInCheckIsTold) {
  const std::string abort = "#0  0x1 in __GI_abort () at ./stdlib/abort.c:79\n";
  EXPECT_EQ(bare_trace(abort).check, BuiltInCheck::kNone);
  EXPECT_EQ(bare_trace(abort + "#1  0x1 in __stack_chk_fail () at stack_chk_fail.c:24\n").check,
            BuiltInCheck::kStackProtector);
  EXPECT_EQ(bare_trace(abort + "#1  0x1 in __GI___chk_fail () at chk_fail.c:28\n").check, BuiltInCheck::kFortified);
  const CrashReport older = bare_trace(
      abort +
      "#1  0x1 in std::__replacement_assert (__file=0x2 \"/usr/include/c++/9/bits/stl_vector.h\", __line=1042, "
      "__function=0x3 \"f\", __condition=0x4 \"__builtin_expect(__n < this->size(), true)\") at "
      "/usr/include/c++/9/x86_64-linux-gnu/bits/c++config.h:2390\n");
  EXPECT_EQ(older.check, BuiltInCheck::kStandardLibrary);
  EXPECT_EQ(older.kind, CrashKind::kAssertion);
  EXPECT_EQ(older.message, "__n < size()");
  const auto told = read_crash_report(
      "/usr/include/c++/12/bits/stl_vector.h:1142: T& std::vector<T>::operator[](size_type) [with T = int]: Assertion "
      "'__n < this->size()' failed.\n" +
          abort +
          "#1  0x1 in std::__glibcxx_assert_fail(char const*, int, char const*, char const*) () from "
          "/lib/libstdc++.so.6\n#2  0x1 in f () at f.cpp:3\n",
      "words");
  ASSERT_TRUE(told);
  EXPECT_EQ(told->message, older.message);
  // The words of a macro of the subject's own tell nothing of libstdc++.
  const auto own = read_crash_report(
      "src/check.h:3: void f(): Assertion 'x' failed.\n" + abort + "#1  0x1 in f () at f.cpp:3\n", "words");
  ASSERT_TRUE(own);
  EXPECT_EQ(own->check, BuiltInCheck::kNone);
  EXPECT_EQ(own->kind, CrashKind::kAbort);
}

// With the C library's debug information, what an interceptor calls has a place.
TEST(SanitizerReader, WhatAnInterceptorCallsIsNoFrameOfTheSubject) {
  const auto report = read_crash_report(
      "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x10 (pc 0x1 T0)\n"
      "    #0 0x1 in __memcpy_avx512_unaligned_erms "
      "string/../sysdeps/x86_64/multiarch/memmove-vec-unaligned-erms.S:362\n"
      "    #1 0x2 in _IO_new_file_xsputn libio/fileops.c:1264:11\n"
      "    #2 0x3 in fwrite libio/iofwrite.c:39:15\n"
      "    #3 0x4 in fwrite (/home/eva/app+0x4d459) (BuildId: 8b)\n"
      "    #4 0x5 in dump /home/eva/src/dump.c:30:3\n"
      "    #5 0x6 in main /home/eva/main.c:3:3\n",
      "words");
  ASSERT_TRUE(report);
  ASSERT_EQ(report->subject_frames().size(), 1U);
  EXPECT_EQ(report->frames[report->subject_frames().front().index()].function, "dump");
}

// The C library's helpers have names like any other's.
TEST(GdbReader, HelpersOfTheCLibraryAreNoFramesOfTheSubject) {
  const CrashReport report = bare_trace(
      "#0  0x1 in __GI_abort () at ./stdlib/abort.c:79\n"
      "#1  0x1 in outstring_func (done=0, length=9) at ../libio/libioP.h:947\n"
      "#2  __vfprintf_internal (s=0x1) at ./stdio-common/vfprintf-internal.c:1516\n"
      "#3  0x1 in ___sprintf_chk (s=0x1) at ./debug/sprintf_chk.c:29\n"
      "#4  0x1 in dump (s=0x1) at ../src/dump.c:30\n");
  ASSERT_EQ(report.subject_frames().size(), 2U);
  EXPECT_EQ(report.frames[report.subject_frames().front().index()].function, "dump");
  const CrashReport inlined = bare_trace(
      "#0  0x1 in __tz_convert (timer=1) at ./time/tzset.c:580\n"
      "#1  0x1 in convert_time (t=1) at ./time/mktime.c:261\n"
      "#2  0x1 in __mktime_internal (tp=0x1) at ./time/mktime.c:392\n"
      "#3  0x1 in next_day (date=1) at ../src/dates.c:30\n");
  ASSERT_EQ(inlined.subject_frames().size(), 2U);
  EXPECT_EQ(inlined.frames[inlined.subject_frames().front().index()].function, "next_day");
  const CrashReport callback = bare_trace(
      "#0  0x1 in by_name (a=0x1, b=0x2) at ../io/names.c:4\n"
      "#1  0x1 in msort_with_tmp (p=0x1, b=0x2, n=2) at ./stdlib/msort.c:82\n"
      "#2  0x1 in __GI___qsort_r (b=0x2, n=2) at ./stdlib/msort.c:297\n"
      "#3  0x1 in sort_names (all=0x1) at ../io/names.c:9\n");
  ASSERT_EQ(callback.subject_frames().size(), 3U);
  EXPECT_EQ(callback.frames[callback.subject_frames().front().index()].function, "by_name");
}

// A handler that tells of the exception and aborts is where the program ended, not what crashed.
TEST(GdbReader, TheProgramsTerminateHandlerIsNotTheCrash) {
  const std::string abort = "#0  0x1 in raise () from /lib/libc.so.6\n#1  0x1 in abort () from /lib/libc.so.6\n";
  const std::string handler = "#2  0x1 in say () at app.cpp:4\n#3  0x1 in on_terminate () at app.cpp:9\n";
  const std::string thrown =
      "#4  0x1 in ?? () from /lib/libstdc++.so.6\n#5  0x1 in std::terminate() () from /lib/libstdc++.so.6\n"
      "#6  0x1 in __cxa_throw () from /lib/libstdc++.so.6\n#7  0x1 in parse () at p.cpp:3\n#8  0x1 in main () at "
      "m.c:1\n";
  const CrashReport report = bare_trace(abort + handler + thrown);
  EXPECT_EQ(report.kind, CrashKind::kCppException);
  ASSERT_EQ(report.subject_frames().size(), 1u);
  EXPECT_EQ(report.frames[report.subject_frames()[0].index()].function, "parse");
  // One that crashes itself is.
  EXPECT_EQ(bare_trace("#0  0x1 in say () at app.cpp:4\n" + thrown).subject_frames().size(), 2u);
  // So is what calls std::terminate().
  EXPECT_EQ(bare_trace(abort + "#2  0x1 in std::terminate() () from /lib/libstdc++.so.6\n#3  0x1 in f () at f.cpp:3\n"
                               "#4  0x1 in main () at m.c:1\n")
                .subject_frames()
                .size(),
            1u);
}

TEST(GdbReader, ATraceMayHaveLostItsInnermostFrames) {
  const auto report = read_crash_report(
      "See #12 crash in f (again)\n"
      "#4  0x1 in parse (text=0x1) at p.c:7\n#5  0x2 in f (p=0x0) at f.c:3\n#6  0x2 in main () at m.c:1\n"
      "(gdb) up\n#5  0x2 in f (p=0x0) at f.c:3\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->frames_cut, 4u);
  ASSERT_EQ(report->frames.size(), 3u);
  EXPECT_EQ(report->frames[0].function, "parse");
}

TEST(GdbReader, AWholeTraceIsRatherTheCrashThanACutOne) {
  const auto report = read_crash_report(
      "#3  0x1 in f (p=0x0) at f.c:3\n(gdb) bt\n"
      "#0  0x1 in g (p=0x0) at g.c:7\n#1  0x2 in main () at m.c:1\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->frames[0].function, "g");
}

// A lambda of the test is part of the name of what it is handed to, and of its parameters.
TEST(Reader, WhatATestsLambdaIsHandedToIsTheSubjects) {
  const auto report = read_crash_report(
      "#0  0x1 in each<T_Crashes_Test::TestBody()::$_0> (f=...) at each.h:5\n"
      "#1  0x1 in T_Crashes_Test::TestBody()::$_0::operator()(int) const (n=1) at t.cpp:5\n"
      "#2  0x1 in ns::all<T_Crashes_Test::TestBody()::$_0>(int, T_Crashes_Test::TestBody()::$_0) (n=1) at each.h:9\n"
      "#3  0x1 in T_Crashes_Test::TestBody (this=0x1) at t.cpp:9\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(owners_in(*report), (std::vector<FrameOwner>{kSubject, kDriver, kSubject, kDriver}));
}

TEST(Reader, WhatReturnsATypeOfTheStandardLibraryIsTheSubjects) {
  const auto report = read_crash_report(
      "==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n"
      "READ of size 1 at 0x1 thread T0\n"
      "    #0 0x1 in char* std::copy<char>(char const*) (/tmp/app+0x1)\n"
      "    #1 0x2 in std::vector<int, std::allocator<int> > lib::split<char [5]>(char const (&) [5]) (/tmp/app+0x2)\n"
      "    #2 0x3 in main main.cpp:5\n",
      "asan");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(owners_in(*report),
            (std::vector<FrameOwner>{FrameOwner::kSystem, FrameOwner::kSubject, FrameOwner::kDriver}));
}

TEST(Reader, AThunkHasNoFrame) {
  const auto report = read_crash_report(
      "#0  0x1 in Press::work (this=0x1, pressure=7) at press.cpp:13\n"
      "#1  0x1 in non-virtual thunk to Press::work(int) () at press.cpp:13\n"
      "#2  0x1 in use (tool=..., pressure=7) at press.cpp:17\n",
      "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  ASSERT_EQ(report->frames.size(), 2u);
  EXPECT_EQ(report->frames[1].function, "use");
}

/// The type that the reader makes of a throw by `thrower`.
std::string type_thrown_by(const std::string& thrower) {
  const auto report = read_crash_report(
      "Program received signal SIGABRT, Aborted.\n#0  __GI_abort () at ./stdlib/abort.c:79\n"
      "#1  0x1 in std::terminate() () from /lib/libstdc++.so.6\n"
      "#2  0x2 in __cxa_throw () from /lib/libstdc++.so.6\n#3  0x3 in " +
          thrower + " () from /lib/libstdc++.so.6\n#4  0x4 in take (n=...) at purse.cpp:4\n",
      "bt");
  return report ? report->exception_type : report.error().message;
}

TEST(Reader, TheFunctionThatThrowsTellsTheType) {
  EXPECT_EQ(type_thrown_by("std::__throw_length_error(char const*)"), "std::length_error");
  EXPECT_EQ(type_thrown_by("std::__throw_out_of_range_fmt(char const*, ...)"), "std::out_of_range");
  EXPECT_EQ(type_thrown_by("std::__1::__throw_bad_variant_access[abi:ne190000]()"), "std::bad_variant_access");
  EXPECT_EQ(type_thrown_by("__cxa_bad_cast"), "std::bad_cast");
  EXPECT_EQ(type_thrown_by("std::__throw_ios_failure(char const*)"), "");
  EXPECT_EQ(type_thrown_by("std::rethrow_exception(std::__exception_ptr::exception_ptr)"), "");
  EXPECT_EQ(type_thrown_by("operator new(unsigned long)"), "");
}

TEST(Reader, AByteOrderMarkIsNoText) {
  const auto report = read_crash_report("\xef\xbb\xbf#0  0x1 in f (p=0x0) at f.c:3\n", "bt");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->frames[0].function, "f");
}

TEST(Reader, ACrashMayBeToldWithoutFrames) {
  const std::string text = "terminate called after throwing an instance of 'ns::E'\n  what():  bad input\n";
  const auto report = find_crash_report(text, "log");
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_EQ(report->exception_type, "ns::E");
  EXPECT_EQ(report->message, "bad input");
  EXPECT_FALSE(check_usable(*report, "log"));
}

}  // namespace
}  // namespace reenact
