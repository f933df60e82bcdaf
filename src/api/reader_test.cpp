// Small headers, and what a test can call of each.
#include "api/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <stdlib.h>

#include <algorithm>

#include "api/bridge.h"
#include "base/files.h"
#include "build/cache.h"

namespace reenact {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;
using testing::UnorderedElementsAre;

class ApiReader : public testing::Test {
 protected:
  ApiReader() {
    std::string name = (fs::temp_directory_path() / "reenact_api_XXXXXX").string();
    folder_ = mkdtemp(name.data());
    setenv("REENACT_LIBDIR", REENACT_BINARY_DIR "/lib/reenact", 1);
  }
  ~ApiReader() override { fs::remove_all(folder_); }

  /// Reads `header` as the public header of a project with one unit.
  void read(const std::string& header, const std::vector<std::string>& names_in_report = {}, bool is_c = false) {
    BuiltUnit unit;
    unit.command.directory = folder_;
    unit.command.file = folder_ / (is_c ? "lib.c" : "lib.cpp");
    unit.command.arguments = is_c ? std::vector<std::string>{"cc"} : std::vector<std::string>{"c++", "-std=c++20"};
    unit.command.arguments.insert(unit.command.arguments.end(), more_flags_.begin(), more_flags_.end());
    unit.command.is_c = is_c;
    unit.headers = {folder_ / "lib.h"};
    EXPECT_TRUE(write_file(folder_ / "lib.h", header));
    EXPECT_TRUE(write_file(unit.command.file, "#include \"lib.h\"\nint unit;\n"));
    auto reading = read_api({{unit}, {}, {}, names_in_report, folder_ / "work"});
    ASSERT_TRUE(reading.has_value()) << reading.error().message;
    reading_ = std::move(*reading);
  }

  /// Of a project in C, whose source is `name` and includes `headers` in some way.
  [[nodiscard]] static BuiltUnit unit_of_c(const fs::path& name, std::vector<fs::path> headers) {
    BuiltUnit unit;
    unit.command.file = name;
    unit.command.arguments = {"cc"};
    unit.command.is_c = true;
    unit.headers = std::move(headers);
    return unit;
  }

  [[nodiscard]] const ApiModel& api() const { return reading_.api; }

  static std::string_view name_of(PassMode mode) {
    switch (mode) {
      case PassMode::kAddress:
        return "";
      case PassMode::kLoad:
        return "*";
      case PassMode::kCString:
        return "c_str ";
      case PassMode::kBuffer:
        return "buffer ";
      case PassMode::kLength:
        return "length ";
      case PassMode::kNull:
        return "null";
    }
    return "?";
  }

  [[nodiscard]] std::string spelling(TypeId id) const {
    const Type& type = api()[id];
    if (type.kind == TypeKind::kText) return "TEXT";
    if (type.kind == TypeKind::kNumbers) return "NUMBERS " + spelling(type.element);
    return type.spelling;
  }

  /// What can be passed: "int", "T or *T* or null" ("*" = the pointer held by the variable, "->" =
  /// converted).
  [[nodiscard]] std::string sources(const Parameter& parameter) const {
    std::vector<std::string> result;
    for (const Source& source : parameter.sources)
      result.push_back(std::string(name_of(source.mode)) + spelling(source.type) +
                       (source.cast == kNoCast ? "" : "->"));
    if (parameter.nullable) result.emplace_back("null");
    return fmt::format("{}", fmt::join(result, " or "));
  }

  [[nodiscard]] std::string signature(const Callable& callable) const {
    std::vector<std::string> parameters;
    for (const Parameter& parameter : callable.parameters) parameters.push_back(sources(parameter));
    return fmt::format("{}({}){}", callable.name, fmt::join(parameters, ", "),
                       callable.result ? " -> " + spelling(*callable.result) : "");
  }

  /// Signatures of the usable callables with this name, but for loops around them.
  [[nodiscard]] std::vector<std::string> signatures(const std::string& name) const {
    std::vector<std::string> result;
    for (const Callable& callable : api().callables)
      if (callable.usable && callable.name == name && !is_loop(callable)) result.push_back(signature(callable));
    return result;
  }

  /// The only usable callable with this name.
  [[nodiscard]] const Callable& only(const std::string& name) const {
    const Callable* found = nullptr;
    for (const Callable& callable : api().callables)
      if (callable.usable && callable.name == name && !is_loop(callable)) {
        EXPECT_EQ(found, nullptr) << name << " is there twice";
        found = &callable;
      }
    static const Callable none;
    EXPECT_NE(found, nullptr) << name;
    return found == nullptr ? none : *found;
  }

  /// Declarations of what makes a variable of the type so spelled.
  [[nodiscard]] std::vector<std::string> producers(const std::string& type) const {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < api().types.size(); ++i)
      if (spelling(TypeId(i)) == type)
        for (const CallableId id : api().producers[i]) result.push_back(api()[id].declaration);
    return result;
  }

  std::vector<std::string> more_flags_;  // of the unit
  fs::path folder_;
  ApiReading reading_;
};

TEST_F(ApiReader, Constructors) {
  read("class T { public: T(int number, const T* other); T(); private: T(double); };");
  EXPECT_THAT(signatures("T::T"),
              ElementsAre("T::T(int, *const T* or *T* or T or null) -> T",
                          "T::T(int, *const T* or *T* or T or null) -> T*", "T::T() -> T", "T::T() -> T*"));
  EXPECT_THAT(producers("T"), ElementsAre("T {r}({0}, {1});", "T {r};"));
  EXPECT_THAT(producers("T*"), ElementsAre("auto* {r} = new T({0}, {1});", "auto* {r} = new T();"));
}

TEST_F(ApiReader, ObjectsAreDeletedWhereTheReportShowsIt) {
  const std::string classes =
      "class Part { public: virtual ~Part(); }; class Wheel : public Part { public: Wheel(int); };";
  read(classes);
  EXPECT_THAT(signatures("Part::~Part"), IsEmpty());
  read(classes, {"Part::~Part()"});
  EXPECT_THAT(signatures("Part::~Part"), ElementsAre("Part::~Part(*Part*)"));
  EXPECT_THAT(signatures("Wheel::~Wheel"), IsEmpty());
  read(classes, {"operator delete"});
  ASSERT_THAT(signatures("Wheel::~Wheel"), ElementsAre("Wheel::~Wheel(*Wheel*)"));
  const auto deletion = std::ranges::find(api().callables, "Wheel::~Wheel", &Callable::name);
  EXPECT_EQ(deletion->expression, "delete {0}");
  EXPECT_EQ(deletion->linkage_name, "_ZN5WheelD2Ev");
  EXPECT_TRUE(deletion->parameters.front().deletes);
}

TEST_F(ApiReader, WhatAddsIsRepeated) {
  read(
      "#include <string>\nstruct Roster { void insert(int number, const std::string& name); void add(const "
      "std::string& name);\n"
      "  int size() const; int& operator[](unsigned long at); void add_to(std::string& line); void set_limits(char* "
      "text, unsigned size); void "
      "clear(int); };\n"
      "struct ring; void ring_push(ring* r, double value); void ring_put_all(ring* r, const int* all, int count);\n");
  std::vector<std::string> loops;
  for (const Callable& each : api().callables)
    if (is_loop(each)) loops.push_back(each.expression);
  EXPECT_THAT(loops, testing::UnorderedElementsAre("for (int i = 0; i < {2}; ++i) {0.}insert(i, {1})",
                                                   "for (int i = 0; i < {1}; ++i) {0.}add(std::to_string(i))",
                                                   "for (int i = 0; i < {2}; ++i) {0.}add_to({1})",
                                                   "for (int i = 0; i < {1}; ++i) (void){0}[i]",
                                                   "for (int i = 0; i < {2}; ++i) ring_push({0}, {1})"));
}

TEST_F(ApiReader, SmartPointersAreResetWhereTheReportShowsAnEnd) {
  const std::string shop =
      "#include <memory>\nclass Part { public: ~Part(); private: Part(); };\nstd::shared_ptr<Part> order();\n";
  read(shop);
  EXPECT_THAT(signatures("std::shared_ptr<Part>::reset"), IsEmpty());
  read(shop, {"operator delete"});
  ASSERT_THAT(signatures("std::shared_ptr<Part>::reset"), testing::SizeIs(1));
  const auto reset = std::ranges::find(api().callables, "std::shared_ptr<Part>::reset", &Callable::name);
  EXPECT_TRUE(runs_destructor(*reset));
  EXPECT_EQ(reset->owner, "Part");
}

TEST_F(ApiReader, WhatCannotBeMadeIsNotMade) {
  read(
      "class Hidden { Hidden(); public: int f(); }; class Gone { public: Gone() = delete; int f(); }; class "
      "NoCopy { public: NoCopy(); NoCopy(const NoCopy&) = delete; };"
      "void take(NoCopy n); void borrow(const NoCopy& n);");
  EXPECT_THAT(producers("Hidden"), IsEmpty());
  EXPECT_THAT(producers("Gone"), IsEmpty());
  EXPECT_THAT(signatures("borrow"), ElementsAre("borrow(NoCopy or *NoCopy* or *const NoCopy*)"));
}

/// As fmt asks what converts to a number: clang looks for __builtin_trap there, in a scope that is gone at the end of the file.
TEST_F(ApiReader, AClassThatIsPassedForAnEllipsisIsNoMatter) {
  read(
      "class Text { public: Text(); Text(const Text&); ~Text(); int size(); };\n"
      "int number(int); char number(...);\n"
      "template <class T> T& given();\n"
      "template <class T> struct Is { enum { kNumber = sizeof(number(given<T>())) > 1 }; };\n"
      "template <class T, int N> struct Shown { int digits(); };\n"
      "template <class T> Shown<T, Is<T>::kNumber> shown(const T& value);\n"
      "inline int size_of(Text& text) { return text.size(); }\n");
  EXPECT_THAT(signatures("Text::size"), testing::SizeIs(1));
}

TEST_F(ApiReader, FactoriesAndMethods) {
  read(
      "class T { public: static T make(int n); static T* create(); int size() const; void set(int n); T& "
      "self(); protected: void inner(); private: T(); void hidden(); };");
  EXPECT_THAT(signatures("T::make"), ElementsAre("T::make(int) -> T"));
  EXPECT_EQ(only("T::make").declaration, "auto {r} = T::make({0});");
  EXPECT_EQ(only("T::make").kind, CallableKind::kStaticMethod);
  EXPECT_EQ(only("T::create").declaration, "auto* {r} = T::create();");
  EXPECT_THAT(signatures("T::size"), ElementsAre("T::size(T or *T* or *const T*) -> int"));
  EXPECT_EQ(only("T::size").expression, "{0.}size()");
  EXPECT_FALSE(only("T::size").mutates_object);
  EXPECT_EQ(only("T::size").linkage_name, "_ZNK1T4sizeEv");
  EXPECT_EQ(only("T::size").owner, "T");
  EXPECT_THAT(signatures("T::set"), ElementsAre("T::set(T or *T*, int)"));  // not on a const T
  EXPECT_TRUE(only("T::set").mutates_object);
  EXPECT_EQ(only("T::self").declaration, "auto&& {r} = {0.}self();");
  EXPECT_TRUE(only("T::self").result_is_reference);
  EXPECT_THAT(signatures("T::inner"), IsEmpty());
  EXPECT_THAT(signatures("T::hidden"), IsEmpty());
}

TEST_F(ApiReader, Operators) {
  read(
      "struct T { T(int); bool operator==(const T& o) const; int operator[](int i) const; int operator()(int "
      "a, int b); T& operator+=(const T& o); T operator-() const; };"
      "T operator+(const T& a, const T& b);");
  EXPECT_EQ(only("T::operator==").expression, "{0} == {1}");
  EXPECT_EQ(only("T::operator[]").expression, "{0}[{1}]");
  EXPECT_EQ(only("T::operator()").expression, "{0}({1}, {2})");
  EXPECT_EQ(only("T::operator+=").expression, "{0} += {1}");
  EXPECT_EQ(only("T::operator-").expression, "-{0}");
  EXPECT_EQ(only("operator+").expression, "{0} + {1}");
  EXPECT_EQ(only("operator+").kind, CallableKind::kOperator);
  EXPECT_THAT(signatures("operator+"), ElementsAre("operator+(T or *T* or *const T*, T or *T* or *const T*) -> T"));
}

TEST_F(ApiReader, NumbersThatNoTestWrites) {
  read(
      "#include <vector>\nstruct Tail { int size; long double last[]; };\n"
      "std::vector<long double> means(const std::vector<__int128>& of, long double factor);\n"
      "void plain(int i, Tail* tail);\n");
  EXPECT_THAT(signatures("plain"), testing::SizeIs(1));
  EXPECT_THAT(signatures("means"), testing::IsEmpty());  // none has such a factor
}

TEST_F(ApiReader, WhatClassesDoWithoutAWordOfTheirOwn) {
  read(
      "#include <vector>\nstruct Own { Own(); std::vector<int> of; };\n"
      "struct Moves { Moves(); Moves(Moves&&); Moves& operator=(Moves&&); };\nstruct Plain { int i; };\n");
  const auto expressions = [&](const std::string& owner) {
    std::vector<std::string> result;
    for (const Callable& each : api().callables)
      if (each.usable && each.owner == owner &&
          (each.declaration.contains("{r}(") || each.expression.contains(" = ") || each.expression.contains("swap")))
        result.push_back(each.declaration.contains("{r}(") ? each.declaration : each.expression);
    return result;
  };
  EXPECT_THAT(expressions("Own"), IsSupersetOf({"Own {r}({0});", "Own {r}(std::move({0}));", "{0} = {1}",
                                                "{0} = std::move({1})", "std::swap({0}, {1})"}));
  EXPECT_THAT(expressions("Moves"),
              UnorderedElementsAre("Moves {r}(std::move({0}));", "{0} = std::move({1})", "std::swap({0}, {1})"));
  EXPECT_THAT(expressions("Plain"), Not(Contains(HasSubstr("std::swap"))));
}

TEST_F(ApiReader, FreeFunctionsNumbersAndDefaultArguments) {
  read(
      "namespace ns { int f(unsigned char c, long long l, float f, bool b); void g(int a, int b = 3, double "
      "d = 0.5); }");
  EXPECT_THAT(signatures("ns::f"), ElementsAre("ns::f(unsigned char, long long, float, bool) -> int"));
  EXPECT_EQ(only("ns::f").owner, (folder_ / "lib.h").string());
  const Parameter& letter = only("ns::f").parameters[0];
  EXPECT_EQ(api()[letter.type].kind, TypeKind::kInteger);
  EXPECT_EQ(api()[letter.type].bits, 8u);
  EXPECT_FALSE(api()[letter.type].is_signed);
  EXPECT_EQ(letter.name, "c");
  EXPECT_EQ(api()[only("ns::f").parameters[2].type].kind, TypeKind::kFloat);
  EXPECT_EQ(api()[only("ns::f").parameters[2].type].bits, 32u);
  EXPECT_EQ(api()[only("ns::f").parameters[3].type].kind, TypeKind::kBool);
  // With all arguments, and without those that have a default.
  EXPECT_THAT(signatures("ns::g"), IsSupersetOf({"ns::g(int, int, double)", "ns::g(int)"}));
}

TEST_F(ApiReader, Enums) {
  read(
      "enum Colour { kRed = 1, kBlue = 5 }; namespace ns { enum class Mode : unsigned char { kOn, kOff = 9 "
      "}; void f(Mode m, Colour c); }");
  const auto enumerators = [&](std::size_t parameter) {
    std::vector<std::string> result;
    for (const Enumerator& each : api()[only("ns::f").parameters[parameter].type].enumerators)
      result.push_back(fmt::format("{}={}", each.name, each.value));
    return result;
  };
  EXPECT_THAT(enumerators(0), ElementsAre("ns::Mode::kOn=0", "ns::Mode::kOff=9"));
  EXPECT_THAT(enumerators(1), ElementsAre("kRed=1", "kBlue=5"));
}

TEST_F(ApiReader, WaysToPassAnObject) {
  read(
      "struct T { T(int); }; void value(T t); void reference(T& t); void const_reference(const T& t); void "
      "rvalue(T&& t); void pointer(T* t); void const_pointer(const T* t); const T* get();");
  EXPECT_THAT(signatures("value"), ElementsAre("value(T or *T* or *const T*)"));
  EXPECT_TRUE(only("value").parameters[0].by_value);
  EXPECT_THAT(signatures("reference"), ElementsAre("reference(T or *T*)"));
  EXPECT_FALSE(only("reference").parameters[0].by_value);
  EXPECT_FALSE(only("reference").parameters[0].nullable);
  EXPECT_THAT(signatures("const_reference"), ElementsAre("const_reference(T or *T* or *const T*)"));
  EXPECT_THAT(signatures("rvalue"), ElementsAre("rvalue(T or *T*)"));
  EXPECT_TRUE(only("rvalue").parameters[0].by_value);
  EXPECT_THAT(signatures("pointer"), ElementsAre("pointer(*T* or T or null)"));
  EXPECT_THAT(signatures("const_pointer"), ElementsAre("const_pointer(*const T* or *T* or T or null)"));
  EXPECT_EQ(only("get").declaration, "auto* {r} = get();");
}

TEST_F(ApiReader, HandlesAndOutParametersOfC) {
  read(
      "#include <stddef.h>\ntypedef struct handle handle_t;\nint open_it(handle_t** out, int flags);\nvoid "
      "close_it(handle_t* h);\nhandle_t* new_it(void);\nvoid size_of_it(const handle_t* h, size_t* out);\n",
      {}, true);
  EXPECT_THAT(reading_.prelude, ElementsAre("extern \"C\" {\n#include \"lib.h\"\n}"));
  EXPECT_THAT(signatures("open_it"), ElementsAre(StartsWith("open_it(handle_t* or ")));
  EXPECT_EQ(only("open_it").linkage_name, "open_it");
  EXPECT_THAT(signatures("close_it"), ElementsAre("close_it(*handle_t* or null)"));
  EXPECT_THAT(signatures("size_of_it"),
              ElementsAre(StartsWith("size_of_it(*const handle_t* or *handle_t* or null, unsigned long or ")));
  // What open_it fills starts empty.
  EXPECT_THAT(producers("handle_t*"), IsSupersetOf({"auto* {r} = new_it();", "handle_t* {r} = nullptr;"}));
}

TEST_F(ApiReader, TextsAndBuffersWithTheirLengths) {
  read(
      "#include <stddef.h>\nint text(const char* t);\nint bytes(const unsigned char* data, unsigned "
      "length);\nint sized(const char* data, size_t size);\nint sum(const int* numbers, int count);\n"
      "int two(const char* t, int flags);\n",
      {}, true);
  EXPECT_THAT(signatures("text"), ElementsAre("text(c_str TEXT or *const char * or *char * or null) -> int"));
  EXPECT_THAT(signatures("bytes"), ElementsAre(AllOf(StartsWith("bytes(buffer TEXT or "),
                                                     EndsWith(", length TEXT or unsigned int) -> int"))));
  EXPECT_THAT(signatures("sized"), ElementsAre(AllOf(StartsWith("sized(buffer TEXT or "),
                                                     EndsWith(", length TEXT or unsigned long) -> int"))));
  EXPECT_THAT(signatures("sum"), ElementsAre(AllOf(StartsWith("sum(buffer NUMBERS int or "),
                                                   EndsWith(", length NUMBERS int or int) -> int"))));
  EXPECT_EQ(only("sum").parameters[1].length_of, 0u);
  // A number behind a text is not its length if it is named otherwise.
  EXPECT_EQ(only("two").parameters[1].length_of, std::nullopt);
}

TEST_F(ApiReader, RoomForWhatIsWrittenAnywhereInTheCall) {
  read(
      "struct item { const char* key; };\n"
      "int compose(char* dest, const struct item* list, int maxChars, int* charsWritten);\n"
      "int to_text(const struct item* list, unsigned char* dest, int max);\n"
      "int find(char* text, char* other, int max);\nint look(const char* text, const struct item* list, int max);\n");
  EXPECT_EQ(only("compose").parameters[2].length_of, 0u);
  EXPECT_EQ(only("to_text").parameters[2].length_of, 1u);
  EXPECT_EQ(only("find").parameters[2].length_of, std::nullopt);
  EXPECT_EQ(only("look").parameters[2].length_of, std::nullopt);
}

TEST_F(ApiReader, NoVariableIsLeftWithoutAValue) {
  read(
      "#include <array>\n#include <chrono>\n#include <vector>\n"
      "void f(const std::array<double, 2>& a, std::chrono::seconds b, const std::vector<int>& c);\n");
  std::vector<std::string> declarations;
  for (const Callable& each : api().callables)
    if (each.kind == CallableKind::kVariable && each.usable) declarations.push_back(each.declaration);
  EXPECT_THAT(declarations,
              testing::IsSupersetOf({"std::array<double, 2> {r}{};", "std::vector<int, std::allocator<int>> {r};"}));
  EXPECT_THAT(declarations, testing::Not(testing::Contains("std::array<double, 2> {r};")));
}

TEST_F(ApiReader, SequencesOfValuesAreMadeOfLiterals) {
  read(
      "#include <cstdint>\n#include <deque>\n#include <list>\n#include <vector>\nstruct Point { int x; };\n"
      "void f(const std::vector<double>& a, const std::vector<std::uint8_t>& b, const std::deque<long>& c,\n"
      "       const std::vector<bool>& d, const std::list<Point>& e);\n");
  std::vector<std::string> declarations;
  for (const Callable& each : api().callables)
    if (each.kind == CallableKind::kConversion && each.usable) declarations.push_back(each.declaration);
  EXPECT_THAT(declarations,
              testing::UnorderedElementsAre(
                  "std::vector<double, std::allocator<double>> {r}{*0};",
                  "const std::string {r}Content({0}, {#0});\nstd::vector<unsigned char, std::allocator<unsigned char>> "
                  "{r}({r}Content.begin(), {r}Content.end());",
                  "std::deque<long, std::allocator<long>> {r}{*0};", "Point {r}{{0}};"));
}

TEST_F(ApiReader, PublicFieldsAndAggregates) {
  read(
      "struct pod { int a; const char* name; const int fixed = 3; static int shared; };\nclass Closed { int "
      "hidden; public: int open; };\n");
  EXPECT_THAT(producers("pod"), ElementsAre("pod {r}{};"));  // not field by field: `fixed` has a value of its own
  EXPECT_THAT(producers("pod*"), ElementsAre("auto* {r} = new pod{};"));
  std::vector<std::string> writes, reads;
  for (const Callable& callable : api().callables) {
    if (callable.kind == CallableKind::kFieldWrite) writes.push_back(callable.name + ": " + callable.expression);
    if (callable.kind == CallableKind::kFieldRead) reads.push_back(callable.name + ": " + callable.declaration);
  }
  EXPECT_THAT(writes,
              UnorderedElementsAre("pod::a: {0.}a = {1}", "pod::name: {0.}name = {1}", "Closed::open: {0.}open = {1}"));
  EXPECT_THAT(reads, ElementsAre("pod::name: auto* {r} = {0.}name;"));
}

TEST_F(ApiReader, InheritanceAndAStubOfAnAbstractClass) {
  read(
      "struct Shape { virtual ~Shape() = default; virtual int area(int scale) = 0; };\nstruct Square : Shape "
      "{ explicit Square(int side); int area(int scale) override; };\nint use(Shape& shape);\nint see(const "
      "Shape* shape);\n");
  EXPECT_THAT(signatures("use"), ElementsAre("use(Shape or *Shape* or Square-> or *Square*->) -> int"));
  EXPECT_THAT(signatures("see"), ElementsAre(HasSubstr("*Square*->")));
  const auto stub = std::ranges::find(api().callables, CallableKind::kStub, &Callable::kind);
  ASSERT_NE(stub, api().callables.end());
  EXPECT_EQ(stub->declaration, "auto* {r} = new StubShape({0});");
  EXPECT_EQ(spelling(*stub->result), "Shape*");
  EXPECT_EQ(stub->preamble,
            "class StubShape : public Shape {\n public:\n  explicit StubShape(int area) : area_(area) {}\n"
            "  int area(int) override { return area_; }\n\n private:\n  int area_;\n};\n");
}

TEST_F(ApiReader, ABaseOfItsOwnArgumentIsNoObjectByItself) {
  read(
      "template <typename T> struct Shape { Shape() {} int area() { return static_cast<T*>(this)->side; } };\n"
      "struct Square : Shape<Square> { int side = 1; };\nint use(Square& square);\nint use(Shape<Square>& shape);\n");
  EXPECT_THAT(producers("Square"), ElementsAre("Square {r}{};"));
  EXPECT_THAT(producers("Shape<Square>"), IsEmpty());
  read(
      "template <typename T> struct Solver { Solver() {} int rank() { return static_cast<T*>(this)->n; } };\n"
      "template <typename M> struct Gauss : Solver<Gauss<M>> { M n = 1; };\nint use(Solver<Gauss<int>>& solver);\n");
  EXPECT_THAT(producers("Solver<Gauss<int>>"), IsEmpty());
  EXPECT_THAT(producers("Gauss<int>"), ElementsAre("Gauss<int> {r}{};"));
  EXPECT_THAT(signatures("use"), ElementsAre(HasSubstr("Gauss<int>->")));
}

TEST_F(ApiReader, AClassIsNotCalledByItsOwnMembersName) {
  read(
      "template <typename T> struct Grid { using Self = Grid<T>; T cell(int row) { return {}; } };\n"
      "int use(Grid<int>& grid);\n");
  EXPECT_THAT(producers("Grid<int>"), ElementsAre("Grid<int> {r}{};"));
}

TEST_F(ApiReader, AStubsCloneIsAnotherObject) {
  read("struct Shape { virtual ~Shape() = default; virtual Shape* clone() const = 0; };\nint use(Shape& shape);\n");
  const auto stub = std::ranges::find(api().callables, CallableKind::kStub, &Callable::kind);
  ASSERT_NE(stub, api().callables.end());
  EXPECT_EQ(stub->preamble,
            "class StubShape : public Shape {\n public:\n  Shape* clone() const override { return new "
            "StubShape(*this); }\n};\n");
}

TEST_F(ApiReader, AStubThatCannotBeCopiedAnswersWhatTheTestChose) {
  read(
      "struct Only { Only() = default; Only(Only&&) = default; };\n"
      "struct Shape { virtual ~Shape() = default; virtual Shape* clone() const = 0; Only only; };\nint use(Shape& "
      "shape);\n");
  const auto stub = std::ranges::find(api().callables, CallableKind::kStub, &Callable::kind);
  ASSERT_NE(stub, api().callables.end());
  EXPECT_THAT(stub->preamble, HasSubstr("return clone_;"));
}

TEST_F(ApiReader, AggregatesFieldByField) {
  read(
      "struct point { int x, y; };\nstruct route { point from; const char* name; int bits : 3; short lanes[2]; };\n"
      "void go(const route& r);\n");
  EXPECT_THAT(producers("route"), ElementsAre("route {r}{};", "route {r}{{{0}, {1}}, {2}, {}, {{3}, {4}}};"));
}

TEST_F(ApiReader, AggregatesOfHandlesThatArePassedByValue) {
  read(
      "struct item;\nstruct item* new_item(int kind);\n"
      "struct pair { struct item *key, *value; };\nstruct pair* pairs(struct item* map);\n"
      "int add(struct item* map, struct pair pair);\n"
      "struct cursor { struct item* at; };\nstruct cursor* first(struct item* map);\nint next(struct cursor* "
      "cursor);\n");
  EXPECT_THAT(producers("pair"), Contains("pair {r}{{0}, {1}};"));
  EXPECT_THAT(producers("cursor"), Not(Contains("cursor {r}{{0}};")));
}

TEST_F(ApiReader, UnionsInStructs) {
  read(
      "struct value { int kind; union { int i; const char* s; } u; };\n"
      "struct event { int kind; union { struct { int code; } key; unsigned char cell[3][4]; }; };\n"
      "struct named { union payload { int i; float f; } u; int kind; };\n"
      "int use(const value& v, const event& e, const named& n);\n");
  EXPECT_THAT(producers("value"), ElementsAre("value {r}{};", "value {r}{{0}};"));
  EXPECT_THAT(producers("event"), ElementsAre("event {r}{};", "event {r}{{0}};"));
  EXPECT_THAT(producers("named"), ElementsAre("named {r}{};", "named {r}{{0}, {1}};"));
  std::vector<std::string> writes;
  for (const Callable& callable : api().callables)
    if (callable.kind == CallableKind::kFieldWrite) writes.push_back(callable.owner + ": " + callable.expression);
  EXPECT_THAT(writes,
              UnorderedElementsAre("value: {0.}kind = {1}", "value: {0.}u.i = {1}", "value: {0.}u.s = {1}",
                                   "event: {0.}kind = {1}", "event: {0.}key.code = {1}", "event: {0.}cell[0][0] = {1}",
                                   "event: {0.}cell[2][3] = {1}", "named: {0.}u = {1}", "named: {0.}u.i = {1}",
                                   "named: {0.}u.f = {1}", "named: {0.}kind = {1}", "named::payload: {0.}i = {1}",
                                   "named::payload: {0.}f = {1}"));
}

TEST_F(ApiReader, ArraysAtTheEndOfAStructHaveTheRoomThatIsClaimed) {
  read(
      "struct point { short x, y; };\n"
      "struct path { int id; unsigned short npoints; point points[]; };\n"
      "struct text { int size; int kind; int n_letters; char letters[0]; };\n"
      "int use(const path& p, const text& t);\n");
  EXPECT_THAT(producers("path"), ElementsAre("path {r}{};", "path {r}{{0}};"));
  EXPECT_THAT(producers("path*"),
              IsSupersetOf({"auto* {r} = static_cast<path*>(std::calloc(1, sizeof(path) + 1 * sizeof(point)));\n"
                            "{r}->points[0] = {0};\n{r}->npoints = 1;",
                            "auto* {r} = static_cast<path*>(std::calloc(1, sizeof(path) + 2 * sizeof(point)));\n"
                            "{r}->points[0] = {0};\n{r}->points[1] = {1};\n{r}->npoints = 2;"}));
  EXPECT_THAT(producers("text"), ElementsAre("text {r}{};", "text {r}{{0}, {1}};"));
  EXPECT_THAT(producers("text*"), Contains("auto* {r} = static_cast<text*>(std::calloc(1, sizeof(text) + {#0}));\n"
                                           "std::memcpy({r}->letters, {0}, {#0});\n{r}->n_letters = {#0};"));
  std::vector<std::string> counts;
  for (const Callable& callable : api().callables)
    if (callable.length_at_end) counts.push_back(callable.name);
  EXPECT_THAT(counts, ElementsAre("path::npoints", "text::n_letters"));
}

TEST_F(ApiReader, AClassInAUnionIsNotReachedThroughIt) {
  read(
      "struct text { text() : at(0) {} text(const text&); int at; };\n"
      "struct slot { int kind = 1; union { int i; text t; }; slot() {} };\nint use(slot& s);\n");
  std::vector<std::string> writes;
  for (const Callable& callable : api().callables)
    if (callable.kind == CallableKind::kFieldWrite) writes.push_back(callable.owner + ": " + callable.expression);
  EXPECT_THAT(writes, UnorderedElementsAre("slot: {0.}kind = {1}", "text: {0.}at = {1}"));
}

TEST_F(ApiReader, ActionsCallBackWithWhatTheyAreGivenOrHold) {
  read(
      "struct ticker;\ntypedef void (*handler)(ticker* t, int n);\ntypedef void (*plain)(int n);\n"
      "ticker* create();\nvoid on_tick(ticker* t, handler h);\nvoid on_plain(ticker* t, plain p);\n"
      "void destroy(ticker* t);\n");
  EXPECT_THAT(producers("void (*)(ticker *, int)"), Contains("const auto {r} = [](ticker* given, int) -> void "
                                                             "{ destroy(given); };"));
  EXPECT_THAT(producers("void (*)(int)"), Contains("static const auto {r}Held = {0};\nconst auto {r} = [](int) -> void "
                                                   "{ destroy({r}Held); };"));
}

TEST_F(ApiReader, FilesForParametersThatSoundLikeThem) {
  read(
      "#include <cstdio>\n#include <string>\nint load(const char* file_name);\nint name(const char* name);\n"
      "int open(const std::string& path);\nint scan(FILE* in);\n");
  EXPECT_THAT(signatures("load"), ElementsAre(StartsWith("load(*const char*")));
  EXPECT_THAT(signatures("name"), ElementsAre(StartsWith("name(c_str TEXT")));
  EXPECT_THAT(producers("_IO_FILE*"), Not(IsEmpty()));
  EXPECT_THAT(producers("const char*"), Contains(HasSubstr("fileWith(")));
  EXPECT_THAT(producers("std::string"), Contains("const std::string {r} = fileWith(std::string({0}, {#0}));"));
}

TEST_F(ApiReader, Callbacks) {
  read(
      "#include <functional>\nint visit(int (*callback)(void* user, const char* text), void* user);\nvoid "
      "each(std::function<int(int)> f);\n");
  EXPECT_THAT(signatures("visit"), ElementsAre(StartsWith("visit(*int (*)(void *, const char *) or null, ")));
  EXPECT_THAT(producers("int (*)(void *, const char *)"),
              ElementsAre("const auto {r} = [](void *, const char *) -> int { return {0}; };"));
  EXPECT_THAT(signatures("std::function<int (int)>"),
              UnorderedElementsAre("std::function<int (int)>() -> std::function<int (int)>",
                                   "std::function<int (int)>(*int (*)(int) or null) -> std::function<int (int)>",
                                   "std::function<int (int)>(int) -> std::function<int (int)>",
                                   "std::function<int (int)>(int, int) -> std::function<int (int)>"))
      << "the last one has state: its answer the first time, and later";
  EXPECT_THAT(producers("int (*)(int)"), Not(IsEmpty()));
}

TEST_F(ApiReader, FreeIsHandedOverWhereANameAsksForIt) {
  read(
      "typedef void (*item_free)(void* item);\nvoid list_use(item_free f);\nvoid list_walk(void (*visit)(void* "
      "item));\n"
      "void list_put(void* item, const void* key, void* buffer);\n");
  EXPECT_THAT(signatures("list_use"), ElementsAre("list_use(*void (*)(void *) or *void (*)(void *) or null)"));
  EXPECT_THAT(signatures("list_walk"), ElementsAre("list_walk(*void (*)(void *) or null)"));
  EXPECT_THAT(producers("void (*)(void *)"), Contains("void (*const {r})(void*) = free;"));
  EXPECT_THAT(producers("void *"), ElementsAre("void* {r} = strdup({0});"));
}

TEST_F(ApiReader, FunctionObjectsOfTemplates) {
  read(
      "#include <algorithm>\n#include <functional>\n#include <utility>\n#include <vector>\n"
      "struct Item { int id; };\n"
      "template <class F> int count(const std::vector<Item>& items, F f) {\n"
      "  return std::count_if(items.begin(), items.end(), f);\n}\n"
      "template <class F> void each(std::vector<Item>& items, F&& f) { for (Item& item : items) f(item); }\n"
      "template <class T, class Less> const T* least(const std::vector<T>& of, const Less& less) {\n"
      "  const T* best = nullptr;\n  for (const T& t : of) if (best == nullptr || less(t, *best)) best = &t;\n"
      "  return best;\n}\n"
      "template <class Key> int sum(int n, Key key) { int s = 0; while (n-- > 0) s += key(n) * 2 + 1; return s; }\n"
      "template <class R, class F> R call(F f) { return f(3.5); }\n"
      "struct Box { template <class F> auto visit(F f) const { return f(); } };\n"
      "template <class T> T twice(T t) { return t + t; }\n");
  const auto first_of = [&](const std::string& name) { return signatures(name).empty() ? "" : signatures(name)[0]; };
  EXPECT_THAT(first_of("count"), EndsWith(", std::function<bool (const Item &)> or *std::function<bool (const Item "
                                          "&)>* or *const std::function<bool (const Item &)>*) -> int"));
  EXPECT_THAT(first_of("each"), HasSubstr(", std::function<void (Item &)>"));
  EXPECT_THAT(first_of("least"), HasSubstr(", std::function<bool (int, int)>"));
  EXPECT_THAT(first_of("sum"), HasSubstr(", std::function<int (int)>"));
  EXPECT_THAT(first_of("call"), HasSubstr("std::function<int (double)>"));
  EXPECT_THAT(first_of("Box::visit"), HasSubstr("std::function<void ()>"));
  EXPECT_THAT(first_of("twice"), StartsWith("twice(int)"));
  EXPECT_EQ(only("count").expression, "count({0}, {1})");
  EXPECT_EQ(only("call").expression, "call<int, std::function<int (double)>>({0})");
  EXPECT_THAT(producers("std::function<bool (const Item &)>"),
              UnorderedElementsAre("auto {r} = [](const Item &) -> bool { return {0}; };",
                                   "std::function<bool (const Item &)> {r}({0});",
                                   "std::function<bool (const Item &)> {r} = [calls = 0](auto&&...) mutable -> bool { "
                                   "return calls++ == 0 ? {0} : {1}; };"));
}

TEST_F(ApiReader, MemberTemplatesThatAreDefinedOutsideOfTheirClass) {
  read(R"(template <int N> struct Grid { template <class Call> int each(Call call); };
template <int N> template <class Call> int Grid<N>::each(Call call) { return call(N); }
inline int sum(Grid<3>& grid) { return grid.each([](int cell) { return cell; }); }
)");
  EXPECT_NE(std::ranges::find(api().callables, "sum", &Callable::name), api().callables.end());
}

TEST_F(ApiReader, FunctionsOfTheLibraryMayBeCallbacks) {
  const std::string library =
      "typedef char* (*apply_fn)(char*);\nchar* trim(char*);\nchar* other(char*);\nchar* text_free(char*);\n"
      "int trim_all(char**);\nint parse(const char* text, apply_fn apply);\n";
  const auto handed_over = [&](const std::string& name) { return testing::Contains("const auto {r} = " + name + ";"); };
  read(library, {}, true);
  EXPECT_THAT(producers("char *(*)(char *)"), handed_over("trim"));
  EXPECT_THAT(producers("char *(*)(char *)"), handed_over("other"));
  EXPECT_THAT(producers("char *(*)(char *)"), Not(handed_over("text_free")));
  EXPECT_THAT(producers("char *(*)(char *)"), Not(handed_over("trim_all")));
  // Of many, those that the report shows.
  std::string more;
  for (char c = 'a'; c <= 'i'; ++c) more += std::string("char* more_") + c + "(char*);\n";
  read(library + more, {"trim", "text_free"}, true);
  EXPECT_THAT(producers("char *(*)(char *)"), handed_over("trim"));
  EXPECT_THAT(producers("char *(*)(char *)"), handed_over("text_free"));
  EXPECT_THAT(producers("char *(*)(char *)"), Not(handed_over("other")));
}

TEST_F(ApiReader, ConstructorsThatAreTemplates) {
  read(R"(template <typename T> struct Point {
  T x, y;
  Point() : x(), y() {}
  template <typename U> Point(U x0, U y0) : x(x0), y(y0) {}
  template <typename U> explicit Point(const Point<U>& other) : x(other.x), y(other.y) {}
};
using Point64 = Point<long>;
struct Label {
  template <typename Text> explicit Label(const Text& text) : size(text.size()) {}
  unsigned long size;
};
)");
  EXPECT_THAT(producers("Point64"), Contains("Point64 {r}({0}, {1});"));
  EXPECT_THAT(signatures("Point64::Point"),
              UnorderedElementsAre("Point64::Point() -> Point64", "Point64::Point() -> Point64*",
                                   "Point64::Point(long, long) -> Point64", "Point64::Point(long, long) -> Point64*"));
  EXPECT_THAT(signatures("Label::Label"), Each(HasSubstr("std::string")));  // an int has no size()
  for (const Callable& each : api().callables)
    EXPECT_EQ(each.deduces,
              each.name == "Label::Label" || (each.name == "Point64::Point" && each.parameters.size() == 2))
        << each.name;
}

TEST_F(ApiReader, StructsWithATagAreCalledAsTheirCallersWriteThem) {
  read(
      "typedef struct node_s { int value; } node_t;\nint node_value(struct node_s* node);\n"
      "struct plain { int value; };\ntypedef struct plain other;\ntypedef struct plain* plain_ptr;\nint "
      "plain_value(plain_ptr p);\n");
  EXPECT_THAT(producers("node_t"), Contains("node_t {r}{};"));
  EXPECT_THAT(producers("node_s"), IsEmpty());
  EXPECT_THAT(producers("other"), Contains("other {r}{};"));
}

TEST_F(ApiReader, FunctionObjectsCalledWithSeveralTypes) {
  read(
      "#include <string>\n"
      "struct Item { int id; std::string name; };\n"
      "template <class V> int visit(const Item& item, V v) { return v(item.id) + v(item.name); }\n"
      "template <class V> void walk(Item& item, V&& v) { v(item.id); v(item.name, 2); }\n"
      "template <class T, class Weigh> class Heap {\n public:\n  struct Node { T value; };\n"
      "  void put(const T& t) { sum_ += weigh_(Node{t}); }\n private:\n  Weigh weigh_;\n  int sum_ = 0;\n};\n"
      "template <class T, class Weigh> class Pile {\n public:\n  struct Node { T value; };\n"
      "  explicit Pile(Weigh w) : weigh_(w) {}\n  bool put(const T& t) { return weigh_(Node{t}); }\n"
      " private:\n  Weigh weigh_;\n};\n");
  EXPECT_EQ(only("visit").expression, "visit({0}, {1})");
  EXPECT_THAT(producers("CalledWithAnything<void>"), ElementsAre("auto {r} = [](auto&&...) {};"));
  EXPECT_THAT(signatures("Heap<int, CalledWithAnything<int>>::put"), Not(IsEmpty()));
  EXPECT_THAT(producers("Heap<int, CalledWithAnything<int>>"), Contains("Heap<int, CalledWithAnything<int>> {r}{};"));
  EXPECT_THAT(producers("Pile<int, CalledWithAnything<bool>>"),
              ElementsAre("Pile<int, CalledWithAnything<bool>> {r}({0});"));
  EXPECT_THAT(producers("CalledWithAnything<bool>"), ElementsAre("CalledWithAnything<bool> {r}({0});"));
}

TEST_F(ApiReader, ClassesThatKeepFunctionObjects) {
  const std::string header =
      "#include <algorithm>\n#include <cstddef>\n#include <functional>\n#include <string>\n#include <vector>\n"
      "namespace ns {\ntemplate <class T, class Compare = std::less<T>> class Sorted {\n public:\n"
      "  explicit Sorted(Compare c = Compare());\n"
      "  bool rises() const { return std::is_sorted(all_.begin(), all_.end(), compare_); }\n  void put(const T& t);\n"
      " private:\n  Compare compare_;\n  std::vector<T> all_;\n};\n"
      "template <class T, class Compare> Sorted<T, Compare>::Sorted(Compare c) : compare_(c) {}\n"
      "template <class T, class Compare> void Sorted<T, Compare>::put(const T& t) { all_.push_back(t); }\n"
      "template <std::size_t n, class Key, class Hash> struct Table {\n"
      "  void put(const Key& key) { ++counts[Hash()(key) % n]; }\n  int counts[n];\n};\n"
      "template <class F> struct Timer { F f; explicit Timer(F g) : f(g) {} double tick() { return f(3.5) * 2; } };\n"
      "template <class T> struct Box { T value; T get() const { return value; } };\n}\n";
  read(header, {"ns::Sorted<std::string, main::$_0>::rises", "ns::Sorted<int, main()::<lambda(int, int)> >::put",
                "ns::Table<8ul, int, (anonymous namespace)::ByLength>::put",
                "ns::Timer<std::function<double (double)> >::tick", "ns::Box<Mine>::get"});
  const std::string compare = "std::function<bool (const std::string &, const std::string &)>";
  EXPECT_THAT(signatures("ns::Sorted<std::string, " + compare + ">::rises"), Not(IsEmpty()));
  EXPECT_THAT(producers("ns::Sorted<std::string, " + compare + ">"),
              Contains("ns::Sorted<std::string, " + compare + "> {r}({0});"));
  EXPECT_THAT(producers("ns::Sorted<std::string, " + compare + ">"), Not(Contains(EndsWith(" {r};"))))
      << "it would call what is empty";
  EXPECT_THAT(producers(compare), Not(Contains(EndsWith(" {r};"))));
  EXPECT_THAT(producers("ns::Sorted<int, std::function<bool (int, int)>>"), Not(IsEmpty()));
  EXPECT_THAT(producers("ns::Table<8, int, std::hash<int>>"), Not(IsEmpty())) << "it makes its hash itself";
  EXPECT_THAT(producers("ns::Timer<std::function<double (double)>>"), Not(IsEmpty()));
  EXPECT_THAT(signatures("ns::Box<int>::get"), Not(IsEmpty()))
      << "nothing is called: an int stands for the reporter's type";
}

TEST_F(ApiReader, ClassesThatKeepFunctionObjectsWithoutAReport) {
  const std::string header =
      "template <class F> class Retry { public: explicit Retry(F f) : f_(f) {} bool run() { return f_(1); } F f_; };\n"
      "template <class F> class Other { public: explicit Other(F f) : f_(f) {} bool run() { return f_(2l); } F f_; };\n"
      "inline int of_ints(Other<bool (*)(long)>& other) { return other.run(); }\nint call();\n";
  read(header);
  EXPECT_THAT(producers("Retry<std::function<bool (int)>>"), Not(IsEmpty()));
  EXPECT_THAT(producers("Other<std::function<bool (long)>>"), IsEmpty()) << "the API says what it is made of";
  read(header, {"call", "Shelf::last"});
  EXPECT_THAT(producers("Retry<std::function<bool (int)>>"), IsEmpty()) << "the report does not speak of it";
}

TEST_F(ApiReader, TemplatesOfArraysOfAnySize) {
  read(
      "#include <cstddef>\n"
      "template <std::size_t n> int sum(const int (&values)[n]) { return values[n - 1]; }\n"
      "template <class T, int n> T& last(T (&values)[n]) { return values[n - 1]; }\n");
  EXPECT_THAT(signatures("sum"), ElementsAre("sum(int[4]) -> int"));
  EXPECT_EQ(only("sum").expression, "sum({0})");
  EXPECT_THAT(signatures("last"), UnorderedElementsAre("last(int[4]) -> int *", "last(char[4]) -> char *"));
}

TEST_F(ApiReader, ListsOfArguments) {
  read(
      "#include <cstdarg>\nnamespace n { int vsay(char* to, const char* format, va_list list); }\n"
      "void vtell(unsigned count, std::va_list list);\nvoid none(va_list list);\n");
  ASSERT_EQ(signatures("n::vsay").size(), 4u);
  for (const Callable& callable : api().callables) {
    if (callable.name != "n::vsay") continue;
    EXPECT_TRUE(callable.parameters[1].is_format);
    EXPECT_THAT(callable.expression, StartsWith("vsayWith({0}, {1}"));
    EXPECT_EQ(callable.preamble,
              "// Hands over what follows as a va_list.\nint vsayWith(char* to, const char* format, ...) {\n"
              "  va_list arguments;\n  va_start(arguments, format);\n"
              "  int result = n::vsay(to, format, arguments);\n  va_end(arguments);\n  return result;\n}\n");
  }
  EXPECT_THAT(signatures("vtell"), IsEmpty()) << "va_start() takes no such parameter";
  EXPECT_THAT(signatures("none"), IsEmpty());
}

TEST_F(ApiReader, ArraysOfAKnownSize) {
  read(
      "struct P { int x; };\nstruct Q { Q(); ~Q(); };\n"
      "int sum(const int (&digits)[3]);\nint turn(int (*row)[2]);\nvoid scale(double m[2][2]);\n"
      "void name(char (&to)[16]);\nvoid line(P (&ends)[2]);\nvoid many(Q (&all)[2]);\nvoid fill(int (*big)[100]);\n"
      "void texts(const char* (&names)[2]);\n");
  EXPECT_THAT(signatures("sum"), ElementsAre("sum(int[3]) -> int"));
  EXPECT_THAT(producers("int[3]"), ElementsAre("int {r}[3] = {{0}, {1}, {2}};"));
  EXPECT_THAT(signatures("turn"), ElementsAre("turn(int[2] or *int (*)[2] or null) -> int"));
  EXPECT_THAT(signatures("scale"), ElementsAre("scale(double[2][2])")) << "not only its first row";
  EXPECT_THAT(producers("double[2][2]"), ElementsAre("double {r}[2][2] = {{{0}, {1}}, {{2}, {3}}};"));
  EXPECT_THAT(producers("char[16]"), ElementsAre("char {r}[16] = \"\";\nstd::snprintf({r}, sizeof {r}, \"%s\", {0});"));
  EXPECT_THAT(producers("P[2]"), ElementsAre("P {r}[2] = {{0}, {1}};"));
  EXPECT_THAT(signatures("many"), IsEmpty());
  EXPECT_THAT(producers("int[100]"), ElementsAre("int {r}[100] = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}};"));
  EXPECT_THAT(producers("const char *[2]"), ElementsAre("const char* {r}[2] = {{0}, {1}};"));
}

TEST_F(ApiReader, RowsThatAreCounted) {
  read(
      "int sum(const int (*rows)[4], int count);\nint names(char (*all)[16], unsigned n);\nint turn(double "
      "(*row)[2]);\n");
  const auto& rows = *std::ranges::find(api().callables, "sum", &Callable::name);
  EXPECT_EQ(sources(rows.parameters[0]), "int[4] or *const int (*)[4] or null");
  EXPECT_EQ(rows.parameters[1].length_of, 0u);
  EXPECT_THAT(producers("const int (*)[4]"),
              testing::IsSupersetOf({"int {r}[1][4] = {};\nstd::memcpy({r}[0], {0}, sizeof {r}[0]);",
                                     "int {r}[2][4] = {};\nstd::memcpy({r}[0], {0}, sizeof {r}[0]);\n"
                                     "std::memcpy({r}[1], {1}, sizeof {r}[1]);"}));
  EXPECT_THAT(producers("char (*)[16]"), testing::SizeIs(3));
  EXPECT_THAT(producers("double (*)[2]"), IsEmpty()) << "nothing counts them";
}

TEST_F(ApiReader, TypesOfTheStandardLibrary) {
  read(
      "#include <istream>\n#include <memory>\n#include <optional>\n#include <sstream>\n#include <string>\n#include "
      "<string_view>\n#include <vector>\nstruct T { T(int); };\n"
      "void text(const std::string& t);\nvoid view(std::string_view t);\nvoid list(const std::vector<int>& "
      "l);\nvoid maybe(std::optional<int> n);\nvoid own(std::unique_ptr<T> t);\nvoid stream(std::istream& "
      "s);\nvoid both(std::stringstream& s);\n");
  EXPECT_THAT(signatures("text"), ElementsAre(StartsWith("text(std::string or ")));
  EXPECT_THAT(producers("std::string"), ElementsAre("std::string {r}({0}, {#0});"));
  const std::string view = "std::string_view";
  EXPECT_THAT(signatures("view"), ElementsAre(StartsWith("view(" + view + " or ")));
  EXPECT_THAT(producers(view), ElementsAre(view + " {r}({0}, {#0});"));
  const std::string list = "std::vector<int, std::allocator<int>>";
  EXPECT_THAT(producers(list), Contains(list + " {r};"));
  EXPECT_THAT(signatures(list + "::push_back"), ElementsAre(list + "::push_back(" + list + " or *" + list + "*, int)"));
  EXPECT_THAT(producers("std::optional<int>"),
              UnorderedElementsAre("std::optional<int> {r};", "std::optional<int> {r}({0});"));
  const std::string owner = "std::unique_ptr<T, std::default_delete<T>>";
  EXPECT_THAT(signatures(owner),
              UnorderedElementsAre(owner + "() -> " + owner,
                                   owner + "(*T* or null) -> " + owner));  // not of a variable's address
  EXPECT_THAT(signatures("stream"), ElementsAre(HasSubstr("std::istringstream->")));
  EXPECT_THAT(producers("std::stringstream"), ElementsAre("std::stringstream {r}(std::string({0}, {#0}));"));
  EXPECT_THAT(producers("std::istringstream"), ElementsAre("std::istringstream {r}(std::string({0}, {#0}));"));
}

TEST_F(ApiReader, ClassesOfOtherLibrariesAreMadeByTheirConstructors) {
  EXPECT_TRUE(write_file(folder_ / "money.h",
                         "#pragma GCC system_header\nnamespace money {\nclass Amount { public: explicit Amount(long "
                         "cents); long cents() const; };\n}\n"));
  read("#include <chrono>\n#include \"money.h\"\nvoid pay(const money::Amount& a, std::chrono::seconds late);\n");
  EXPECT_THAT(producers("money::Amount"), ElementsAre("money::Amount {r}({0});"));
  EXPECT_THAT(signatures("money::Amount::cents"), IsEmpty());
  EXPECT_THAT(producers("std::chrono::seconds"), testing::SizeIs(1)) << "the standard library's are made in other ways";
}

TEST_F(ApiReader, NestedTypesAndTemplates) {
  read(
      "namespace ns {\nclass Outer { public: class Nested { public: Nested(int); int value() const; }; "
      "Nested nested(); };\n"
      "template <typename K> class Box { public: Box(); void put(K key); };\nusing IntBox = "
      "Box<int>;\nBox<double> make_box();\ntemplate <typename X> X twice(X x) { return x + x; }\n}\n",
      {"ns::Box<char>::put(char)", "short ns::twice<short>(short)"});
  EXPECT_THAT(producers("ns::Outer::Nested"),
              IsSupersetOf({"ns::Outer::Nested {r}({0});", "auto {r} = {0.}nested();"}));
  EXPECT_THAT(signatures("ns::Outer::Nested::value"), Not(IsEmpty()));
  // Instantiations: those the headers name, and those the report names.
  EXPECT_THAT(signatures("ns::IntBox::put"), ElementsAre("ns::IntBox::put(ns::IntBox or *ns::IntBox*, int)"));
  EXPECT_THAT(signatures("ns::Box<double>::put"),
              ElementsAre("ns::Box<double>::put(ns::Box<double> or *ns::Box<double>*, double)"));
  EXPECT_THAT(signatures("ns::Box<char>::put"),
              ElementsAre("ns::Box<char>::put(ns::Box<char> or *ns::Box<char>*, char)"));
  EXPECT_THAT(signatures("ns::twice"), Contains("ns::twice(short) -> short"));
  EXPECT_THAT(producers("short"), Contains("auto {r} = ns::twice<short>({0});"));
}

TEST_F(ApiReader, AHeaderThatDefinesWhatTheSubjectDefinesIsLeftOut) {
  EXPECT_TRUE(
      write_file(folder_ / "lib.h", "#pragma once\nint twice(int n);\ninline int thrice(int n) { return 3 * n; }\n"));
  EXPECT_TRUE(write_file(folder_ / "lib_parts.h",
                         "#include \"lib.h\"\nnamespace ns { int calls; }\nint twice(int n) { return 2 * n; }\n"));
  EXPECT_TRUE(write_file(folder_ / "lib.cpp", "#include \"lib_parts.h\"\nint unit;\n"));
  BuiltUnit unit;
  unit.command.file = folder_ / "lib.cpp";
  unit.command.arguments = {"c++"};
  unit.headers = {folder_ / "lib.h", folder_ / "lib_parts.h"};
  auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_THAT(reading->prelude, ElementsAre("#include \"lib.h\""));
  EXPECT_THAT(reading->notes, Contains("header left out (defines functions or variables itself): #include "
                                       "\"lib_parts.h\""));
  reading_ = std::move(*reading);
  EXPECT_THAT(signatures("thrice"), ElementsAre("thrice(int) -> int"));
}

TEST_F(ApiReader, WhereGuardedHeadersDeclareNothingOthersDo) {
  EXPECT_TRUE(
      write_file(folder_ / "conf.h", "#ifdef __cplusplus\n#define API extern \"C\"\n#else\n#define API\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "lib.h", "#include \"conf.h\"\nAPI int twice(int n);\n"));
  EXPECT_TRUE(write_file(folder_ / "lib.c", "#include \"lib.h\"\nint unit;\n"));
  const BuiltUnit unit = unit_of_c(folder_ / "lib.c", {folder_ / "conf.h", folder_ / "lib.h"});
  auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  reading_ = std::move(*reading);
  EXPECT_THAT(signatures("twice"), ElementsAre("twice(int) -> int"));
}

TEST_F(ApiReader, AHeaderMaySayRegister) {
  EXPECT_TRUE(write_file(folder_ / "lib.h", "int twice(register int n);\n"));
  EXPECT_TRUE(write_file(folder_ / "lib.c", "#include \"lib.h\"\nint twice(register int n) { return 2 * n; }\n"));
  auto reading = read_api({{unit_of_c(folder_ / "lib.c", {folder_ / "lib.h"})}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  reading_ = std::move(*reading);
  EXPECT_THAT(signatures("twice"), ElementsAre("twice(int) -> int"));
}

TEST_F(ApiReader, AHandleThatIsVoidForTheCompilerIsAType) {
  read(
      "typedef void* node_t; typedef void TREE; typedef void* memory_t;\n"
      "extern \"C\" { node_t node_new(void); void node_free(node_t node); int node_parse(const char* s, node_t* out);\n"
      "TREE* tree_new(void); void tree_add(TREE* tree, node_t node); void fill(memory_t memory); }\n");
  EXPECT_THAT(signatures("node_new"), ElementsAre("node_new() -> node_t"));
  EXPECT_THAT(signatures("node_free"), ElementsAre("node_free(*node_t or null)"));
  EXPECT_THAT(signatures("node_parse"), ElementsAre(HasSubstr(", node_t or ")));
  EXPECT_THAT(signatures("tree_add"), ElementsAre("tree_add(*TREE* or null, *node_t or null)"));
  EXPECT_THAT(signatures("fill"), ElementsAre(HasSubstr("buffer TEXT")));
}

TEST_F(ApiReader, WhatAContainerKeepsForItsCallersIsNoHandle) {
  read(
      "typedef void* ListValue; typedef void* any_t; struct list;\n"
      "extern \"C\" { struct list* list_new(void); void list_append(struct list* list, ListValue value);\n"
      "ListValue list_get(struct list* list, int i); any_t map_get(struct list* map); void map_put(struct list* map, "
      "any_t it); }\n");
  EXPECT_THAT(signatures("list_append"), ElementsAre(HasSubstr("buffer TEXT")));
  EXPECT_THAT(signatures("map_put"), ElementsAre(HasSubstr("buffer TEXT")));
}

TEST_F(ApiReader, ArraysForParametersThatSoundLikeThem) {
  read(
      "struct point { int x; int y; }; struct arg { int tag; };\n"
      "extern \"C\" { struct arg* arg_new(int tag); int area(const struct point* points, int n);\n"
      "int parse(int argc, void** argtable); int open_it(struct arg** out); }\n");
  std::vector<std::string> declared;
  for (const Callable& each : api().callables)
    if (each.kind == CallableKind::kArray) declared.push_back(each.declaration);
  EXPECT_THAT(declared, testing::IsSupersetOf({"point {r}[] = {{0}, {}};", "void* {r}[] = {{0}, {1}, nullptr};"}));
  EXPECT_THAT(declared, Not(Contains(HasSubstr("arg* {r}[]"))));
}

TEST_F(ApiReader, SpansOfObjects) {
  read("#include <span>\nstruct stop { int minute; int platform; }; int pace(std::span<const stop> stops);\n");
  std::vector<std::string> declared;
  for (const Callable& each : api().callables)
    if (each.name.starts_with("std::span")) declared.push_back(each.declaration);
  EXPECT_THAT(declared, Contains("stop {r}Elements[] = {{0}, {1}};\nstd::span<const stop> {r}({r}Elements);"));
}

TEST_F(ApiReader, ADeclaredArraysSizeIsAskedFor) {
  read("void digest(const unsigned char key[16], const char name[], int one[1], const char* text);\n", {}, true);
  const auto found = std::ranges::find(api().callables, "digest", &Callable::name);
  ASSERT_NE(found, api().callables.end());
  std::vector<std::uint32_t> least;
  for (const Parameter& each : found->parameters) least.push_back(each.least);
  EXPECT_EQ(least, (std::vector<std::uint32_t>{16, 0, 0, 0}));
}

// A lock that is released is taken again.
TEST_F(ApiReader, WhatIsReleasedIsGoneUnlessItIsTakenAgain) {
  read(
      "struct image; image* image_new(void); void image_release(image* i); void image_unref(image* i);\n"
      "struct lock; lock* lock_new(void); void lock_acquire(lock* l); void lock_release(lock* l);\n"
      "struct dictionary; dictionary* dictionary_new(void); void dictionary_del(dictionary* d);\n"
      "void parser_freedict(dictionary* d); void parser_freehand(dictionary* d); void item_decref(image* i);\n"
      "struct event; event* event_new(void); void event_del(event* e); void event_free(event* e);\n"
      "struct session; int session_client_new(session** s); void session_del(session* s);\n"
      "struct list; struct list_node; list_node* list_node_new(void); void list_del(list* l);\n",
      {}, true);
  const auto releases = [&](std::string_view name) {
    const auto found = std::ranges::find(api().callables, name, &Callable::name);
    EXPECT_NE(found, api().callables.end()) << name;
    return found != api().callables.end() && found->parameters[0].releases;
  };
  EXPECT_TRUE(releases("image_release"));
  EXPECT_TRUE(releases("image_unref"));
  EXPECT_FALSE(releases("lock_release"));
  EXPECT_FALSE(releases("lock_acquire"));
  EXPECT_TRUE(releases("dictionary_del"));
  EXPECT_TRUE(releases("session_del"));
  EXPECT_FALSE(releases("list_del"));
  EXPECT_TRUE(releases("parser_freedict"));
  EXPECT_FALSE(releases("parser_freehand"));
  EXPECT_TRUE(releases("item_decref"));
  EXPECT_FALSE(releases("event_del")) << "it takes it out of a list";
  EXPECT_TRUE(releases("event_free"));
}

TEST_F(ApiReader, AMethodThatEndsItsObject) {
  read(
      "class Window { public: static Window* create(); void destroy(); void show(); private: ~Window(); };\n"
      "class Tree { public: void destroy(); };\n");
  const auto ends = [&](std::string_view name) {
    const auto found = std::ranges::find(api().callables, name, &Callable::name);
    EXPECT_NE(found, api().callables.end()) << name;
    return found != api().callables.end() && found->parameters.front().releases;
  };
  EXPECT_TRUE(ends("Window::destroy"));
  EXPECT_FALSE(ends("Window::show"));
  EXPECT_FALSE(ends("Tree::destroy")) << "a test ends a Tree by itself";
}

TEST_F(ApiReader, IteratorsAndWhatEndsThem) {
  read(
      "struct Roster { using iterator = int*; iterator begin(); iterator insert(iterator before, int* number); int "
      "size() "
      "const; };\n");
  const auto named = [&](std::string_view name) -> const Callable& {
    return *std::ranges::find(api().callables, "Roster::" + std::string(name), &Callable::name);
  };
  EXPECT_EQ(named("insert").parameters[1].belongs_to, 0U);
  EXPECT_EQ(named("insert").parameters[2].belongs_to, std::nullopt) << "a pointer like any other";
  EXPECT_TRUE(named("insert").ends_iterators);
  EXPECT_FALSE(named("begin").ends_iterators);
}

TEST_F(ApiReader, WhatAPublicAliasNamesIsPublic) {
  read(
      "namespace out { namespace detail { class Writer { public: void put(int); class Place { public: void take(); }; "
      "}; class Inner { public: void hide(); }; template <bool wide, class T> class Table { public: T at(T); }; }\n"
      "using Writer = detail::Writer; template <class T> using Narrow = detail::Table<false, T>;\n"
      "void fill(Narrow<int>& table); }\n");
  const auto has = [&](std::string_view name) {
    return std::ranges::find(api().callables, name, &Callable::name) != api().callables.end();
  };
  EXPECT_TRUE(has("out::Writer::put"));
  EXPECT_FALSE(has("out::detail::Inner::hide"));
  EXPECT_TRUE(has("out::Narrow<int>::at"));
  EXPECT_EQ(std::ranges::find(api().callables, "out::Narrow<int>::at", &Callable::name)->owner, "out::Narrow<int>");
}

TEST_F(ApiReader, WhereARangeEnds) {
  read(
      "struct Roster { struct iterator { int& operator*() const; iterator& operator++(); iterator& operator--(); "
      "bool operator==(const iterator&) const; }; iterator begin(); iterator end(); int size() const; };\n");
  const auto range_end = [&](std::string_view name) {
    return std::ranges::find(api().callables, "Roster::" + std::string(name), &Callable::name)->range_end;
  };
  EXPECT_EQ(range_end("begin"), RangeEnd::kBegins);
  EXPECT_EQ(range_end("end"), RangeEnd::kMakes);
  EXPECT_EQ(range_end("size"), RangeEnd::kNone);
  EXPECT_EQ(range_end("iterator::operator*"), RangeEnd::kReads);
  EXPECT_EQ(range_end("iterator::operator++"), RangeEnd::kReads);
  EXPECT_EQ(range_end("iterator::operator--"), RangeEnd::kLeaves);
  EXPECT_EQ(range_end("iterator::operator=="), RangeEnd::kNone);
}

TEST_F(ApiReader, OnlyDefaultArgumentsOfContainersAreLeftOut) {
  read(
      "#include <map>\n#include <queue>\n#include <stack>\n#include <string>\n#include <vector>\n"
      "void by_name(std::map<std::string, int> all);\nvoid undo(std::stack<int, std::vector<int>> done);\n"
      "void later(std::priority_queue<int, std::vector<int>, std::greater<int>> jobs);\nvoid soon(std::queue<int> "
      "jobs);\n");
  EXPECT_THAT(producers("std::map<std::string, int>"), Not(IsEmpty()));
  EXPECT_THAT(producers("std::queue<int>"), Not(IsEmpty()));
  EXPECT_THAT(producers("std::stack<int>"), IsEmpty()) << "it is one of a vector";
  EXPECT_THAT(producers("std::priority_queue<int>"), IsEmpty()) << "it has another order";
  EXPECT_THAT(signatures("undo"), Not(IsEmpty()));
  EXPECT_THAT(signatures("later"), Not(IsEmpty()));
}

TEST_F(ApiReader, ArraysThatOthersMeasure) {
  read(
      "double area(const double* xs, const double* ys, const double* zs, int n);"
      "double counted(int n, const double* xs, const double* ys);"
      "int mean(const unsigned char* pixels, int width, int height);"
      "int lines(int rows, int cols, const float* m);"
      "int planes(const unsigned char* img, unsigned img_w, unsigned img_h, int channels);"
      "int scan(const unsigned char* image, int width, int height, int stride);"
      "/** Folds a * b * 3 bytes. */ int fold(int b, int a, const unsigned char* given);"
      "int open_window(const char* title, int width, int height);"
      "void size_of(int* out, int width, int height);"
      "int find(const char* what, const char* data, int length);"
      "int seal(const unsigned char* key, const unsigned char* data, int length);"
      "void most(double* most, const double* values, int n);"
      "int two(const unsigned char* a, const unsigned char* b, int n);");
  const auto measured = [&](const std::string& name, std::size_t k) { return only(name).parameters[k].measured_by; };
  EXPECT_THAT(measured("area", 0), ElementsAre(3));
  EXPECT_THAT(measured("area", 1), ElementsAre(3));
  EXPECT_EQ(only("area").parameters[3].length_of, 2u);
  EXPECT_THAT(measured("counted", 2), ElementsAre(0));
  EXPECT_THAT(measured("mean", 0), ElementsAre(1, 2));
  EXPECT_EQ(sources(only("mean").parameters[0]).substr(0, 12), "buffer TEXT ");
  EXPECT_THAT(measured("lines", 2), ElementsAre(1, 0));
  EXPECT_THAT(measured("planes", 0), ElementsAre(1, 2, 3));
  EXPECT_THAT(measured("scan", 0), ElementsAre(3, 2));
  EXPECT_THAT(measured("fold", 2), ElementsAre(1, 0));
  EXPECT_EQ(only("fold").parameters[2].measured_unit, 3u);
  EXPECT_THAT(measured("two", 0), ElementsAre(2));
  for (const char* other : {"open_window", "size_of", "find", "seal", "most"})
    EXPECT_THAT(measured(other, 0), IsEmpty()) << other;
}

TEST_F(ApiReader, NumbersByReferenceThatNobodyKeeps) {
  read(
      "#include <vector>\n"
      "template <class T> struct Ring { void push(const T& value); const T& larger(const T& value); };"
      "using Readings = Ring<double>;"
      "struct Sum { void add(const double& value) { all += value; seen.push_back(value); } double all = 0;"
      "std::vector<double> seen; };"
      "struct Gauge { explicit Gauge(const int& source) : source_(source) {} const int& source_; };"
      "struct Dial { void turn(const int& to) { to_ = &to; } const int* to_ = nullptr; };"
      "int far(const int& value); int plain(int value); void changed(int& value);");
  const auto given = [&](const std::string& name) { return only(name).parameters.back(); };
  EXPECT_TRUE(given("Readings::push").forgets);
  EXPECT_FALSE(given("Readings::larger").forgets) << "it may return it";
  EXPECT_TRUE(given("Sum::add").forgets);
  EXPECT_FALSE(given("Dial::turn").forgets);
  EXPECT_TRUE(given("far").const_number);
  EXPECT_FALSE(given("far").forgets) << "nothing is known of it";
  EXPECT_FALSE(given("plain").const_number);
  EXPECT_FALSE(given("changed").const_number);
  for (const Callable& each : api().callables)
    if (each.name == "Gauge::Gauge") EXPECT_FALSE(each.parameters.front().forgets);
}

TEST_F(ApiReader, LengthsByTheComment) {
  read(R"(/**
 * @param given the bytes to work on
 * @param[in] k how many bytes @p given points to
 */
void crunch(const unsigned char* given, unsigned k);
/** @param k the number of rounds
 *  @param given a text */
void stir(const char* given, unsigned k);
/** @param k size in bytes of values */
void fold(const int* values, unsigned k);
)",
       {}, true);
  const auto length_of = [&](std::string_view name) {
    return std::ranges::find(api().callables, name, &Callable::name)->parameters[1].length_of;
  };
  EXPECT_EQ(length_of("crunch"), 0U);
  EXPECT_EQ(length_of("stir"), std::nullopt);
  EXPECT_EQ(length_of("fold"), std::nullopt) << "it counts bytes, not numbers";
}

TEST_F(ApiReader, AMethodThatFreesWhatItIsGiven) {
  read(
      "struct Node { int id; }; struct World { Node* make(); void DestroyNode(Node* node); void show(Node* node); void "
      "free_name(const char* name); };\n");
  const auto releases = [&](std::string_view name) {
    const auto found = std::ranges::find(api().callables, "World::" + std::string(name), &Callable::name);
    EXPECT_NE(found, api().callables.end()) << name;
    return found != api().callables.end() && found->parameters.back().releases;
  };
  EXPECT_TRUE(releases("DestroyNode"));
  EXPECT_FALSE(releases("show"));
  EXPECT_FALSE(releases("free_name"));
}

TEST_F(ApiReader, AFunctionThatMayMoveWhatItIsGiven) {
  read(
      "struct Item { int id; };\n"
      "/* target will be modified by patch. return value is new ptr for target. */\n"
      "Item* merge(Item* target, const Item* patch);\n"
      "/* The new pointer for target is kept for later. */\n"
      "int keep(Item* target);\n");
  const auto releases = [&](std::string_view name) {
    const auto found = std::ranges::find(api().callables, name, &Callable::name);
    EXPECT_NE(found, api().callables.end()) << name;
    return found != api().callables.end() && found->parameters.front().releases;
  };
  EXPECT_TRUE(releases("merge"));
  EXPECT_FALSE(releases("keep"));
}

// Whatever they are called. A callee may write into what is no const char*: no literal can be printed for that.
TEST_F(ApiReader, ArraysOfTexts) {
  read(
      "extern \"C\" { int run(int count, char** given); int look_up(const char* const* known, unsigned char** out); "
      "}\n");
  EXPECT_THAT(signatures("array of texts"), testing::IsSupersetOf({"array of texts(c_str TEXT, c_str TEXT) -> char **",
                                                                   "array of texts(c_str TEXT) -> const char **"}));
  std::vector<std::string> elements;
  for (const Callable& each : api().callables)
    if (each.name == "array of texts") elements.push_back(spelling(each.parameters.at(0).type));
  EXPECT_THAT(elements, testing::UnorderedElementsAre("char *", "char *", "char *", "const char *", "const char *",
                                                      "const char *"));
}

TEST_F(ApiReader, WhatAttributesAndCommentsDemand) {
  read(R"(#include <stddef.h>
#define __counted_by(n)
struct item { int number; };
void by_attribute(struct item* a, struct item* b) __attribute__((nonnull(2)));
void by_all(struct item* a, struct item* b) __attribute__((nonnull));
void by_qualifier(struct item* _Nonnull a, struct item* _Nullable b);
/** Compares. @param a the first, must not be NULL
 * @param b the second; NULL for none */
void by_comment(struct item* a, struct item* b);
/** @param[in] parent If this parameter is non-NULL, the new one is nested in it.
 * @param it a non-null item */
void by_condition(struct item* parent, struct item* it);
class Shelf {
 public:
  /// Takes `a`, which may not be nullptr.
  void put(struct item* a);
};
int by_access(const int* p, size_t k) __attribute__((access(read_only, 1, 2)));
int by_counted(int k, const int* __counted_by(k) p);
struct pack { int* __counted_by(k) p; int other; int k; };
)");
  const auto nonnull = [&](const std::string& name) {
    std::string result;
    for (const Parameter& each : only(name).parameters) result += each.nonnull ? 'n' : '-';
    return result;
  };
  EXPECT_EQ(nonnull("by_attribute"), "-n");
  EXPECT_EQ(nonnull("by_all"), "nn");
  EXPECT_EQ(nonnull("by_qualifier"), "n-");
  EXPECT_EQ(nonnull("by_comment"), "n-");
  EXPECT_EQ(nonnull("by_condition"), "-n");
  EXPECT_EQ(nonnull("Shelf::put"), "-n");
  EXPECT_EQ(only("by_access").parameters[1].length_of, 0u);
  EXPECT_EQ(only("by_counted").parameters[0].length_of, 1u);
  const auto field = [&](const std::string& name) -> const Callable& {
    return *std::ranges::find_if(api().callables, [&](const Callable& each) {
      return each.name == name && each.kind == CallableKind::kFieldWrite;
    });
  };
  EXPECT_EQ(field("pack::k").length_of_field, field("pack::p").id);
  EXPECT_FALSE(field("pack::other").length_of_field);
}

TEST_F(ApiReader, FieldsOfAStructWhoseCommentSaysThatTheyAreInternalAreForged) {
  read(R"(/** The parser.
 *
 * All members are internal. Manage it with the parser_ functions. */
typedef struct parser { int available; } parser;
/** A token, for internal use and for callers. Its members tell what was read. */
typedef struct token { int kind; } token;
void parser_open(parser* p);
void token_show(token* t);
)");
  const auto forges = [&](const std::string& name) {
    return std::ranges::any_of(api().callables, [&](const Callable& each) {
      return each.name == name && each.kind == CallableKind::kFieldWrite && each.forges;
    });
  };
  EXPECT_TRUE(forges("parser::available"));
  EXPECT_FALSE(forges("token::kind"));
}

TEST_F(ApiReader, FieldsThatCommentsCallPrivate) {
  read(R"(struct ring {
  unsigned char* data; /* private */
  unsigned long head, count;  /**< private */
  int colour;  // what it is drawn in
};
struct reader {
  int line;
  /* Private. */
  int column;
  int depth[2];
  /* The number of internal nodes. */
  int nodes;
  int others;
};
struct writer {
  int width;

  /* Internal state, do not touch. */

  /* how much is used */
  int used;

  int room;
  /* public again */
  int height;
};
void use(const ring& r, const reader& s, const writer& w);
)");
  const auto forges = [&](const std::string& name) {
    return std::ranges::any_of(api().callables, [&](const Callable& each) {
      return each.name == name && each.kind == CallableKind::kFieldWrite && each.forges;
    });
  };
  for (const char* own : {"ring::data", "ring::head", "ring::count", "reader::column", "reader::depth", "reader::nodes",
                          "writer::used", "writer::room"})
    EXPECT_TRUE(forges(own)) << own;
  for (const char* users : {"ring::colour", "reader::line", "reader::others", "writer::width", "writer::height"})
    EXPECT_FALSE(forges(users)) << users;
  EXPECT_THAT(producers("ring"), ElementsAre("ring {r}{};", "ring {r}{{}, {}, {}, {0}};"));
  EXPECT_THAT(producers("writer"), ElementsAre("writer {r}{};", "writer {r}{{0}, {}, {}, {1}};"));
}

TEST_F(ApiReader, ConstructorsThatHandOnWhatElseTheyAreGiven) {
  read(
      "#include <cstddef>\n#include <utility>\nstruct Heap { Heap() = default; explicit Heap(int fd); };\n"
      "template <class T> class Pool {\n public:\n  template <typename... Args> Pool(std::size_t size, Args&&... "
      "args)\n"
      "      : heap_(std::forward<Args>(args)...), size_(size) {}\n  T* take();\n private:\n  Heap heap_;\n  "
      "std::size_t size_;\n};\n"
      "extern template class Pool<int>;\nvoid use(Pool<int>& pool);\n");
  EXPECT_THAT(producers("Pool<int>"), ElementsAre("Pool<int> {r}({0});"));
}

TEST_F(ApiReader, CountsOfStructsThatTheLibraryMakes) {
  read(
      "struct tree { void* head; unsigned long numele; int ref_count; int depth; };\nstruct tree* treeNew(void);\n"
      "struct box { int num_sides; };\nint weigh(struct tree* tree, struct box* box);\n");
  const auto forges = [&](const std::string& name) {
    return std::ranges::any_of(api().callables, [&](const Callable& each) {
      return each.name == name && each.kind == CallableKind::kFieldWrite && each.forges;
    });
  };
  EXPECT_TRUE(forges("tree::numele"));
  EXPECT_TRUE(forges("tree::ref_count"));
  EXPECT_FALSE(forges("tree::depth"));
  EXPECT_FALSE(forges("box::num_sides"));
}

TEST_F(ApiReader, PartsOfStructsThatTheLibrarySetsUp) {
  read(
      "struct node { int type; };\nstruct rules { int (*compare)(int, int); };\nstruct item { int weight; };\n"
      "struct tree { struct node* root; struct rules* rules; struct item* best; };\nvoid tree_init(struct tree* t);\n"
      "void tree_add(struct tree* t, struct item* i);\nstruct pair { struct node* left; };\n"
      "int weigh(struct pair* p);\n");
  const auto forges = [&](const std::string& name) {
    const auto write = std::ranges::find_if(api().callables, [&](const Callable& each) {
      return each.name == name && each.kind == CallableKind::kFieldWrite;
    });
    return write == api().callables.end() ? std::nullopt : std::optional(write->forges);
  };
  EXPECT_EQ(forges("tree::root"), true);
  EXPECT_EQ(forges("tree::rules"), false);
  EXPECT_EQ(forges("tree::best"), false);
  EXPECT_EQ(forges("pair::left"), false);
}

TEST_F(ApiReader, WhatSetsAStructUp) {
  read(R"(typedef struct { int used; } ring_t;
int ring_set_up(ring_t* r, int size);
void ring_clear(ring_t* r);
struct uart_config { int speed; };
int uart_setup(struct uart_config* config);
struct rope { int length; /* private */ };
void rope_reset(struct rope* r);
struct sum { int total; };
void sum_reset(struct sum* s);
struct sock { int fd; /* private */ };
void sock_open(struct sock* s);
void sock_create(struct sock* s);
)",
       {}, true);
  std::vector<std::string> found;
  for (const Callable& callable : api().callables)
    if (callable.kind == CallableKind::kFunction && callable.parameters.front().initialises)
      found.push_back(callable.name);
  EXPECT_THAT(found, UnorderedElementsAre("ring_set_up", "rope_reset", "sock_open"));
  EXPECT_THAT(producers("ring_t"), Contains("ring_t {r}{};\nring_set_up(&{r}, {0});"));
}

TEST_F(ApiReader, WhatCallersOfCMustKeep) {
  read(R"(typedef struct tag { int number; } tag;
typedef struct store { char* data; int size; } store;
store* store_new(void);
/** Adds, and may return NULL.
 * @param s the store */
int store_add(store* s, int number);
int store_count(store* s, tag* tags_start, tag* tags_end);
/** @param s the store, or NULL for the usual one */
int store_flags(store* s);
void store_free(store* s);
int store_log(store* s, const char* format, ...);
/** Writes a store out.
 * The s object is destroyed even if this fails; t stays.
 * @param s the store; it is deleted if it is empty */
int store_dump(store* s, tag* t);
/** @param s the store, which must be freed */
int store_keep(store* s, int number);
/** Ends the store and releases its memory. */
void store_end(store* s);
/** Frees the store. */
void store_leave(store* s);
/** Frees the data of a store. */
void store_trim(store* s);
/** Ends the session. @p s must not be used afterwards. */
void store_quit(store* s);
/** Invalidates s. */
void store_fold(store* s);
/** @param out where to; it must have room for at least 8 bytes. */
int store_label(store* s, char* out);
typedef float place[3];
void store_move(store* s, const place to);
void box_init(store* s, tag* first_tag, tag* last_tag);
void store_set_data(store* s, const char* data);
void store_set_size(store* s, int size);
void store_set_title(store* s, const char* title);
void store_set_title_length(store* s, int length);
void store_set_mode(store* s, int mode);
typedef struct { unsigned length; char *room, *at; } rope;
void rope_add(rope* r);
typedef struct { int offset; } reel;
int reel_open(reel* r, const char* name);
void reel_wind(reel* r);
int box_open(store* s, reel* r);
)",
       {}, true);
  const auto named = [&](std::string_view name, std::size_t parameters) -> const Callable& {
    const auto found = std::ranges::find_if(api().callables, [&](const Callable& each) {
      return each.name == name && each.parameters.size() == parameters;
    });
    EXPECT_NE(found, api().callables.end()) << name;
    return *found;
  };
  EXPECT_TRUE(named("store_add", 2).parameters[0].nonnull);
  EXPECT_FALSE(named("store_flags", 1).parameters[0].nonnull);
  EXPECT_FALSE(named("store_free", 1).parameters[0].nonnull);
  EXPECT_TRUE(named("store_free", 1).parameters[0].releases);
  EXPECT_TRUE(named("store_dump", 2).parameters[0].releases);
  EXPECT_FALSE(named("store_dump", 2).parameters[1].releases);
  EXPECT_FALSE(named("store_keep", 2).parameters[0].releases);
  for (const char* name : {"store_end", "store_leave", "store_quit", "store_fold"})
    EXPECT_TRUE(named(name, 1).parameters[0].releases) << name;
  EXPECT_FALSE(named("store_trim", 1).parameters[0].releases);
  EXPECT_EQ(named("store_label", 2).parameters[1].least, 8u);
  EXPECT_EQ(named("store_move", 2).parameters[1].least, 3u);
  EXPECT_EQ(named("store_count", 3).parameters[2].belongs_to, 1u);
  EXPECT_EQ(named("store", 2).parameters[1].belongs_to, 0u) << "`store s; box_init(&s, first, last);`";
  EXPECT_TRUE(named("store_log", 3).parameters[1].is_format);
  EXPECT_TRUE(named("store_log", 3).parameters[2].is_formatted);
  EXPECT_EQ(named("store::size", 2).length_of_field, named("store::data", 2).id);
  EXPECT_EQ(named("store_set_size", 2).length_of_field, named("store_set_data", 2).id);
  EXPECT_EQ(named("store_set_title_length", 2).length_of_field, named("store_set_title", 2).id);
  EXPECT_FALSE(named("store_set_mode", 2).length_of_field);
  EXPECT_FALSE(named("tag::number", 2).length_of_field);
  EXPECT_TRUE(named("reel_open", 2).parameters[0].initialises);
  EXPECT_FALSE(named("box_open", 2).parameters[0].initialises);
  EXPECT_EQ(named("rope::length", 2).length_of_field, named("rope::room", 2).id) << "it stands before its buffer";
}

TEST_F(ApiReader, ConstructorsThatLeaveMembersUnset) {
  read(R"(struct Unset { Unset() {} Unset(int given) : x(given), y(0) {} int x, y; };
struct Set { Set() {} int x = 1; };
)");
  for (const Callable& each : api().callables)
    if (each.kind == CallableKind::kConstructor)
      EXPECT_EQ(each.leaves_unset, each.name.starts_with("Unset") && each.parameters.empty()) << each.expression;
}

TEST_F(ApiReader, InlineFunctionsThatACallCompiles) {
  read(R"(struct Box {
  int size() const { return size_; }
  int total() const { int sum = 0; for (int i = 0; i < size_; ++i) sum += size(); return sum; }
  void fill();
  int size_ = 0;
};
int elsewhere(int number);
inline int twice(int number) { return elsewhere(number) * 2; }
)");
  const auto compiles_body = [&](const std::string& name) {
    return std::ranges::find(api().callables, name, &Callable::name)->compiles_body;
  };
  EXPECT_TRUE(compiles_body("Box::total"));
  EXPECT_TRUE(compiles_body("twice"));
  EXPECT_FALSE(compiles_body("Box::size"));
  EXPECT_FALSE(compiles_body("Box::fill"));
  EXPECT_FALSE(compiles_body("elsewhere"));
}

TEST_F(ApiReader, WhatIsDeclaredPure) {
  read(R"(
__attribute__((pure)) int length(const char* text);
[[gnu::const]] int twice(int number);
int reset(int number);
)");
  const auto is_pure = [&](const std::string& name) {
    return std::ranges::find(api().callables, name, &Callable::name)->is_pure;
  };
  EXPECT_TRUE(is_pure("length"));
  EXPECT_TRUE(is_pure("twice"));
  EXPECT_FALSE(is_pure("reset"));
}

TEST_F(ApiReader, OperatorsThatNothingCompetesWith) {
  read(R"(struct Key { Key(const char* text); };
struct Alone { int& operator[](const Key& key); const int& operator[](const Key& key) const; };
struct Several { int operator[](const Key& key); int operator[](int index); };
struct Template { int operator[](const Key& key); template <class T> int operator[](T* key); };
struct Pointer { int operator[](const Key& key); operator const char*() const; };
struct Derived : Pointer { int operator[](const Key& key); };
struct Sum { Sum operator+(const Key& key); };
)");
  const auto stands_alone = [&](const std::string& name) {
    return std::ranges::find(api().callables, name, &Callable::name)->stands_alone;
  };
  EXPECT_TRUE(stands_alone("Alone::operator[]"));
  for (const char* name :
       {"Several::operator[]", "Template::operator[]", "Pointer::operator[]", "Derived::operator[]", "Sum::operator+"})
    EXPECT_FALSE(stands_alone(name)) << name;
}

TEST_F(ApiReader, IntegersThatAreMacros) {
  read(
      "#define NONE 0\n#define COMMENTS (1 << 11)\n#define ALL (COMMENTS | 0x20)\n#define LIMIT (-12)\n#define NAME "
      "\"x\"\n"
      "#define TWICE(n) 2*n\n#define OTHER sizeof(int)\n#define HALF 0.5\nvoid f(int flags);\n");
  EXPECT_THAT(api().constants, ElementsAre(2080, 2048, -12));  // ALL, COMMENTS, LIMIT
}

TEST_F(ApiReader, AHeaderOfCWithoutAGuardComesBeforeAGuardedOneThatIncludesIt) {
  EXPECT_TRUE(write_file(folder_ / "reader.h",
                         "#include \"text.h\"\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint reader_feed(char* t);\n"
                         "#ifdef __cplusplus\n}\n#endif\n"));
  EXPECT_TRUE(
      write_file(folder_ / "all.h", "#include \"reader.h\"\n#ifdef __cplusplus\nextern \"C\" int all;\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "text.h", "#ifndef TEXT_H\n#define TEXT_H\nchar* text_new(int n);\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "CMakeLists.txt", "install(FILES all.h reader.h text.h DESTINATION include)\n"));
  const BuiltUnit unit = unit_of_c(folder_ / "text.c", {folder_ / "all.h", folder_ / "reader.h", folder_ / "text.h"});
  EXPECT_TRUE(write_file(unit.command.file,
                         "#include \"text.h\"\n"
                         "#include \"reader.h\"\nint n;\n"));
  auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_THAT(reading->prelude,
              ElementsAre("extern \"C\" {\n#include \"text.h\"\n}", "#include \"all.h\"", "#include \"reader.h\""));
  EXPECT_THAT(reading->api.callables, Contains(testing::Field(&Callable::linkage_name, "text_new")));
}

TEST_F(ApiReader, AHeaderThatNeedsWhatOneThatIsLeftOutIncludesComesBehindThat) {
  EXPECT_TRUE(write_file(folder_ / "all.h", "#include \"zoo.h\"\nint defined() { return 1; }\n"));
  EXPECT_TRUE(write_file(folder_ / "user.h", "#pragma once\nRow make(int n);\n"));
  EXPECT_TRUE(write_file(folder_ / "zoo.h", "#pragma once\nstruct Row { int n; };\nint count(const Row& row);\n"));
  BuiltUnit unit;
  unit.command.directory = folder_;
  unit.command.file = folder_ / "unit.cpp";
  unit.command.arguments = {"c++"};
  unit.headers = {folder_ / "all.h", folder_ / "user.h", folder_ / "zoo.h"};
  EXPECT_TRUE(write_file(unit.command.file, "#include \"all.h\"\n#include \"user.h\"\nint n;\n"));
  const auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_THAT(reading->prelude, ElementsAre("#include \"zoo.h\"", "#include \"user.h\""));
}

TEST_F(ApiReader, AHeaderBehindWhichOthersDoNotCompileIsLeftOut) {
  EXPECT_TRUE(write_file(folder_ / "conf.h",
                         "#ifndef CONF_H\n#define CONF_H\n#ifdef WITH_SIZES\n"
                         "typedef int rgb_size;\n#endif\ntypedef struct rgb_row { int n; } rgb_row;\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "rgb.h",
                         "#ifndef RGB_H\n#define RGB_H\n#define WITH_SIZES\n#include \"conf.h\"\n"
                         "#ifdef __cplusplus\nextern \"C\" {\n#endif\nrgb_size rgb_count(rgb_row* row);\n"
                         "#ifdef __cplusplus\n}\n#endif\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "CMakeLists.txt", "install(FILES conf.h rgb.h DESTINATION include)\n"));
  const BuiltUnit unit = unit_of_c(folder_ / "rgb.c", {folder_ / "conf.h", folder_ / "rgb.h"});
  EXPECT_TRUE(write_file(unit.command.file, "#include \"rgb.h\"\nint n;\n"));
  const auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_THAT(reading->prelude, ElementsAre("#include \"rgb.h\""));
  EXPECT_THAT(reading->notes,
              Contains(HasSubstr("(others do not compile behind it): extern \"C\" {\n#include \"conf.h\"")));
  EXPECT_THAT(reading->api.callables, Contains(testing::Field(&Callable::linkage_name, "rgb_count")));
}

TEST_F(ApiReader, AHeaderThatNeedsALaterOneComesBehindIt) {
  EXPECT_TRUE(write_file(folder_ / "count.h", "#pragma once\nzoo_size zoo_count(zoo_row row);\n"));
  EXPECT_TRUE(write_file(folder_ / "row.h", "#pragma once\nstruct zoo_row { zoo_size n; };\n"));
  EXPECT_TRUE(write_file(folder_ / "sizes.h", "#pragma once\ntypedef int zoo_size;\n"));
  BuiltUnit unit;
  unit.command.directory = folder_;
  unit.command.file = folder_ / "unit.cpp";
  unit.command.arguments = {"c++"};
  unit.headers = {folder_ / "count.h", folder_ / "row.h", folder_ / "sizes.h"};
  EXPECT_TRUE(
      write_file(unit.command.file, "#include \"sizes.h\"\n#include \"row.h\"\n#include \"count.h\"\nint n;\n"));
  const auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_THAT(reading->prelude, ElementsAre("#include \"sizes.h\"", "#include \"row.h\"", "#include \"count.h\""));
  EXPECT_THAT(reading->api.callables, Contains(testing::Field(&Callable::name, "zoo_count")));
}

TEST_F(ApiReader, AConstructorThatForwardsTakesWhatItsPartsTake) {
  read(R"(#include <utility>
namespace ns {
class Source {
 public:
  explicit Source(const char* file_name);
  Source(const char* data_begin, const char* data_end);
};
template <unsigned columns>
class Reader {
 public:
  template <class... Args>
  explicit Reader(Args&&... args) : source_(std::forward<Args>(args)...) {}
  int rows() const;
 private:
  Source source_;
};
}
)",
       {"ns::Reader<2u>::rows() const"});
  std::set<std::vector<std::string>> named;
  for (const Callable& each : api().callables) {
    if (each.name != "ns::Reader<2>::Reader") continue;
    std::vector<std::string> names;
    for (const Parameter& parameter : each.parameters) names.push_back(parameter.name);
    named.insert(std::move(names));
    if (!passes_range(each))
      EXPECT_TRUE(each.parameters.front().nullable) << "a pointer, not a variable that holds one";
  }
  EXPECT_THAT(named, ElementsAre(ElementsAre("data_begin", "data_end"), ElementsAre("file_name")));
}

TEST_F(ApiReader, AGuardBehindIncludesOfWhatHasNone) {
  EXPECT_TRUE(write_file(folder_ / "tess.h",
                         "#include \"dict.h\"\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint tess_new(int n);\n"
                         "#ifdef __cplusplus\n}\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "plain.h",
                         "#include \"config.h\"\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint plain(int n);\n"
                         "#ifdef __cplusplus\n}\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "config.h", "#ifndef CONFIG_H\n#define CONFIG_H\n#define LIMIT (3)\n#endif\n"));
  EXPECT_TRUE(write_file(folder_ / "dict.h",
                         "#ifndef DICT_H\n#define DICT_H\nstruct dict { int n; };\n"
                         "void dict_delete(struct dict* dict,\n                 int n);\n#endif\n"));
  const BuiltUnit unit = unit_of_c(folder_ / "tess.c",
                                   {folder_ / "tess.h", folder_ / "dict.h", folder_ / "plain.h", folder_ / "config.h"});
  EXPECT_TRUE(write_file(unit.command.file, "#include \"tess.h\"\n#include \"plain.h\"\nint n;\n"));
  auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_THAT(reading->prelude,
              testing::UnorderedElementsAre("extern \"C\" {\n#include \"tess.h\"\n}", "#include \"plain.h\""));
  EXPECT_THAT(reading->api.callables, Contains(testing::Field(&Callable::linkage_name, "dict_delete")));
}

TEST_F(ApiReader, OfATooLargeApiWhatTheReportNamesComesFirst) {
  std::string header;
  for (int i = 0; i < 600; ++i) header += fmt::format("struct C{0} {{ int a, b; void f(); }};\n", i);
  header +=
      "struct Dispatcher { virtual ~Dispatcher(); virtual void go() = 0; };\n"
      "struct Threaded : Dispatcher { explicit Threaded(int threads); void go() override; };\n"
      "class World { public: explicit World(Dispatcher* dispatcher); void add(int body); };\n";
  read(header, {"World::add(int)"});
  EXPECT_THAT(signatures("World::add"), testing::SizeIs(1));
  EXPECT_THAT(signatures("World::World"), testing::Not(IsEmpty()));
  EXPECT_THAT(signatures("Threaded::Threaded"), testing::Not(IsEmpty()));
  EXPECT_THAT(api().dropped, Contains(testing::Field(&Dropped::reason, "the API is too large")));
}

TEST_F(ApiReader, OfATooLargeApiWhatMakesArgumentsIsThere) {
  std::string header = "#include <string>\n#include <vector>\n";
  for (int i = 0; i < 900; ++i) header += fmt::format("struct C{0} {{ int a, b; void f(); }};\n", i);
  header +=
      "std::string name_of(int id);\n"
      "void parse(const std::string& text, const std::vector<int>& places, void (*done)(int));\n";
  read(header, {"parse"});
  EXPECT_THAT(api().dropped, Contains(testing::Field(&Dropped::reason, "the API is too large")));
  const auto makes = [&](const std::string& type) {
    return std::ranges::any_of(api().callables, [&](const Callable& each) {
      return each.owner == "std" && each.result && api()[*each.result].spelling.starts_with(type);
    });
  };
  EXPECT_TRUE(makes("std::string"));
  EXPECT_TRUE(makes("std::vector<int"));
}

TEST_F(ApiReader, OfOtherLibrariesOnlyWhatMakesArgumentsIsOffered) {
  // LLVM's headers in C are found by a flag of the project's, as GLib's are, and declare a thousand functions.
  more_flags_ = {"-I" LLVM_INCLUDE_FOLDER};
  read("#include <llvm-c/Core.h>\nextern \"C\" int size_of_module(LLVMModuleRef module);\n");
  EXPECT_THAT(signatures("size_of_module"), testing::SizeIs(1));
  EXPECT_THAT(signatures("LLVMModuleCreateWithName"), testing::SizeIs(1));
  EXPECT_THAT(signatures("LLVMGetVersion"), IsEmpty());
  EXPECT_THAT(api().dropped, testing::Not(Contains(testing::Field(&Dropped::reason, "the API is too large"))));
}

TEST_F(ApiReader, OfATooLargeApiWhatTheReportNamesMayBeInAnInlineNamespace) {
  std::string header;
  for (int i = 0; i < 600; ++i) header += fmt::format("struct C{0} {{ int a, b; void f(); }};\n", i);
  header += "namespace lib { inline namespace abi_2 { struct World { void add(int body); }; } }\n";
  for (const char* reported : {"lib::abi_2::World::add(int)", "lib::World::add(int)"}) {
    read(header, {reported});
    EXPECT_THAT(signatures("lib::World::add"), testing::SizeIs(1)) << reported;
  }
}

TEST_F(ApiReader, AClassThatTheReportNamesHasTheLibrarysNameForIt) {
  read("template <typename T> struct Grid { T cell(int row); };\nusing Numbers = Grid<double>;\n",
       {"Grid<double>::cell"});
  EXPECT_TRUE(std::ranges::any_of(api().types, [](const Type& each) { return each.spelling == "Numbers"; }));
  EXPECT_TRUE(std::ranges::none_of(api().types, [](const Type& each) { return each.spelling == "Grid<double>"; }));
}

TEST_F(ApiReader, ATemplateIsMadeWithAllTheArgumentsThatTheReportShows) {
  read(
      "struct Row { int n; };\ntemplate <typename T, typename... More> int parse(T&& to, More&&... from) { return 0; "
      "}\n"
      "template <typename T, int n> int fixed(T of) { return n; }\n",
      {"parse<Row&, long, char>", "parse<Row&, Missing>", "fixed<int, 4>"});
  EXPECT_THAT(signatures("parse"),
              testing::IsSupersetOf({"parse(Row or *Row*, long, char) -> int", "parse(Row or *Row*) -> int"}));
  EXPECT_THAT(signatures("fixed"), IsEmpty());
}

TEST_F(ApiReader, AConstructorOfARangeTakesIteratorsOfAVector) {
  read(
      "#include <vector>\ntemplate <typename T> struct Ring {\n"
      "  template <typename It> Ring(It begin, It end) : data(&*begin), capacity(end - begin) {}\n"
      "  T* data; long capacity;\n};\nint use(Ring<int>& ring);\n");
  const auto made = signatures("Ring<int>::Ring");
  ASSERT_EQ(made.size(), 2U);  // on the heap, too
  EXPECT_THAT(made[0], AllOf(StartsWith("Ring<int>::Ring("), HasSubstr("iterator")));
}

TEST_F(ApiReader, AStaticTemplateIsCalledIfItIsDefined) {
  read(
      "struct Days { static constexpr int kMost = 31; };\n"
      "template <class T = Days> static int part_of_month(int day) { return 100 * day / T::kMost; }\n"
      "template <class T = Days> static int elsewhere(int day);\n");
  EXPECT_THAT(signatures("part_of_month"), ElementsAre("part_of_month(int) -> int"));
  EXPECT_THAT(signatures("elsewhere"), IsEmpty());
}

TEST_F(ApiReader, ATemplateMayHaveDefaultsBehindItsPack) {
  read(
      "#include <type_traits>\n"
      "template <typename S, typename... A, std::enable_if_t<std::is_array_v<S>, int> = 0>\n"
      "int print(const S& f, const A&... a) { return 0; }\n",
      {"int print<char [5], int, double, 0>(char const (&) [5], int const&, double const&)", "print<int, int, 0>"});
  EXPECT_THAT(signatures("print"), ElementsAre("print(char[5], int, double) -> int"));
}

TEST_F(ApiReader, OfATooLargeApiTheTemplateThatTheReportNamesComesFirst) {
  std::string header = "template <int N> struct Many { int a, b; void f(); };\n";
  for (int i = 0; i < 900; ++i) header += fmt::format("using Many{0} = Many<{0}>;\n", i);
  header += "template <typename T> struct Grid { T cell(int row); };\n";
  read(header, {"Grid<double>::cell"});
  EXPECT_THAT(signatures("Grid<double>::cell"), testing::SizeIs(1));
  EXPECT_THAT(api().dropped, Contains(testing::Field(&Dropped::reason, "the API is too large")));
}

TEST_F(ApiReader, SourcesThatAUnitGathersAreNoHeaders) {
  EXPECT_TRUE(write_file(folder_ / "lib.h", "extern \"C\" int twice(int n);\n"));
  EXPECT_TRUE(write_file(folder_ / "twice.c", "#include \"lib.h\"\nint twice(int n) { return 2 * n; }\n"));
  EXPECT_TRUE(write_file(folder_ / "one.c", "#include \"twice.c\"\n"));
  const BuiltUnit unit = unit_of_c(folder_ / "one.c", {folder_ / "twice.c", folder_ / "lib.h"});
  auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_TRUE(reading.has_value()) << reading.error().message;
  EXPECT_THAT(reading->prelude, ElementsAre("#include \"lib.h\""));
  EXPECT_THAT(reading->notes, IsEmpty());
}

TEST_F(ApiReader, AThunkThatTheCompilerDoesNotNameIsDroppedAlone) {
  // Copying the map is an error inside of the standard library, in a function that the compiler defines by itself.
  read(
      "#include <map>\n#include <memory>\n#include <unordered_map>\n"
      "using Owners = std::unordered_map<char, std::unique_ptr<int>>;\n"
      "struct Flags { explicit Flags(Owners owners = Owners()); int count; };\nint fine(int n);\n");
  const auto objects = build_bridge(reading_, {"-O0"}, folder_.string(), folder_ / "bridge", {.jobs = 1});
  ASSERT_TRUE(objects.has_value()) << objects.error().message;
  EXPECT_THAT(signatures("fine"), ElementsAre("fine(int) -> int"));
  for (const Callable& each : api().callables)
    if (each.name == "Flags::Flags") EXPECT_EQ(each.usable, each.parameters.empty()) << each.expression;
}

TEST_F(ApiReader, WhatIsNotCompiledInTimeIsLeftOutIfItMayBe) {
  read("inline int first(int n) { return n; }\ninline int second(int n) { return n; }\n");
  reading_.later = {only("second").id};
  SubjectOptions options;
  options.later_seconds = 0;
  const auto objects = build_bridge(reading_, {"-O0"}, folder_.string(), folder_ / "bridge", options);
  ASSERT_TRUE(objects) << objects.error().message;
  EXPECT_THAT(signatures("first"), ElementsAre("first(int) -> int"));
  EXPECT_THAT(signatures("second"), IsEmpty());
  ASSERT_EQ(api().dropped.size(), 1U);
  EXPECT_EQ(api().dropped[0].reason, kTakesTooLong);
}

TEST_F(ApiReader, NoTypeIsToBlameForWhatTheTableItselfCannotSay) {
  // Asked of a constant object, each of the two is a character, which no text_of() takes.
  read(
      "struct Piece { const char* front() const volatile; char front() const; const char* back() const volatile;\n"
      "char back() const; };\nint length(const Piece& of);\n");
  const auto objects = build_bridge(reading_, {"-O0"}, folder_.string(), folder_ / "bridge", {.jobs = 1});
  ASSERT_TRUE(objects.has_value()) << objects.error().message;
  EXPECT_EQ(signatures("length").size(), 1U);
}

TEST_F(ApiReader, AHeaderThatDeclaresNothingIsTold) {
  EXPECT_TRUE(write_file(folder_ / "lib.h", "#define NOTHING 1\n"));
  EXPECT_TRUE(write_file(folder_ / "lib.cpp", "#include \"lib.h\"\nint unit;\n"));
  BuiltUnit unit;
  unit.command.file = folder_ / "lib.cpp";
  unit.command.arguments = {"c++"};
  unit.headers = {folder_ / "lib.h"};
  const auto reading = read_api({{unit}, {}, {}, {}, folder_ / "work"});
  ASSERT_FALSE(reading.has_value());
  EXPECT_EQ(reading.error().message,
            "the public headers declare nothing that a test could call\n  next step: name other headers with "
            "--header FILE");
}

// std::as_const is for what a call of the object itself would not mean.
TEST_F(ApiReader, AConstMethodIsCalledThroughConstIfItHasATwin) {
  read(
      "struct Zone {\n  template <class T> int info(T at) const { return sizeof(at); }\n"
      "  template <class T> int both(T at) const { return sizeof(at); }\n"
      "  template <class T> int both(T at) { return sizeof(at) + 1; }\n"
      "  int size() const;\n  int& front();\n  const int& front() const;\n};\n");
  std::set<std::string> through_const, directly;
  for (const Callable& each : api().callables)
    if (each.owner == "Zone" && each.kind == CallableKind::kMethod)
      (each.expression.contains("as_const") ? through_const : directly).insert(each.name);
  EXPECT_THAT(through_const, ElementsAre("Zone::both", "Zone::front"));
  for (const char* name : {"Zone::both", "Zone::front", "Zone::info", "Zone::size"})
    EXPECT_TRUE(directly.contains(name)) << name;
}

}  // namespace
}  // namespace reenact
