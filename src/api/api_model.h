// What a test can call, with what. The only description of the subject's language that testcase/, strategy/ and
// fitness/ see; nothing in it is specific to C++ but the text used for printing.
//
// Everything a statement can do is a Callable: constructors, methods, free functions, `variable = {}` declarations,
// field writes and reads, array builders, callbacks, stub subclasses, generated files. A variable has a Type. Which
// variables fit a parameter is computed once, here (`Parameter::sources`), so that a search only follows lists.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"

namespace reenact {

enum class TypeKind : std::uint8_t {
  kBool,
  kInteger,   // bits, is_signed
  kFloat,     // bits: 32 or 64
  kEnum,      // enumerators
  kText,      // bytes; the one literal behind char pointers, strings, streams and byte buffers
  kNumbers,   // array literal of a primitive element type
  kObject,    // class or struct held by value: made by callables only
  kPointer,   // variable that holds a pointer (or a reference a call returned)
  kCallback,  // function pointer
};

/// How an argument reaches a parameter from the variable that is its source. See abi/abi.h for the run-time meaning.
enum class PassMode : std::uint8_t {
  kAddress,  // the variable itself: by value, by reference, or `&v` for a pointer parameter
  kLoad,     // the pointer held by a pointer variable: `p`, or `*p` for a value/reference parameter
  kCString,  // kText: pointer to a NUL-terminated mutable copy
  kBuffer,   // kText/kNumbers: pointer to exactly `length` elements, nothing behind them
  kLength,   // kText/kNumbers: the number of elements, as an integer
  kNull,     // no variable: nullptr
};

inline constexpr std::uint32_t kNoCast = 0xffff'ffff;

struct Enumerator {
  std::string name;  // as printed, qualified
  std::int64_t value = 0;
};

struct Type {
  TypeId id;
  TypeKind kind = TypeKind::kObject;
  std::string spelling;  // C++ spelling usable in the test, e.g. "tinyxml2::XMLDocument", "ares_channeldata*"
  std::uint32_t bits = 0;
  bool is_signed = false;
  std::vector<Enumerator> enumerators;
  TypeId element;             // kNumbers: the element's type
  bool is_of_others = false;  // kObject: declared in headers that are not the project's: `struct timeval`
};

/// Do callers join the enumerators? `enum { kRead = 1, kWrite = 2, kAppend = 4 }`: most are single bits, at least three, and nothing is
/// 3 as where they are counted.
[[nodiscard]] inline bool are_flags(const Type& type) {
  std::size_t bits = 0, others = 0;
  for (const Enumerator& each : type.enumerators) {
    if (each.value == 3) return false;
    if (each.value != 0) ++(std::has_single_bit(static_cast<std::uint64_t>(each.value)) ? bits : others);
  }
  return bits >= 3 && bits >= others;
}

/// Is `value` one of an enumeration's names, or joined flags? True of any value where no name is known.
[[nodiscard]] inline bool has_name(const Type& type, std::int64_t value) {
  std::int64_t joined = 0;
  for (const Enumerator& each : type.enumerators) {
    if (each.value == value) return true;
    joined |= each.value;
  }
  return type.enumerators.empty() || (are_flags(type) && (value & ~joined) == 0);
}

/// `char*`, not `const char*`: the callee may write there.
[[nodiscard]] inline bool is_mutable_pointer(const Type& type) {
  return type.kind == TypeKind::kPointer && !type.spelling.starts_with("const ");
}

/// One way to fill a parameter from a variable.
struct Source {
  TypeId type;
  PassMode mode = PassMode::kAddress;
  std::uint32_t cast = kNoCast;  // derived-to-base pointer adjustment; index into the bridge's cast table
  /// Of the object of a method: the derived class has a member of that name that hides it, or may not be called. It is called
  /// through the base: `static_cast<Shape&>(circle).area()`.
  bool is_hidden = false;
};

struct Parameter {
  std::string name;             // the declaration's; may be empty
  TypeId type;                  // the declared type without reference and const
  bool nullable = false;        // kNull is allowed (pointers)
  bool by_value = false;        // by value or rvalue reference
  bool owns = false;            // takes over what it is given: it is made for this parameter
  std::vector<Source> sources;  // best first; deterministic order; empty only if nullable
  /// When this integer, or the one that this points to, is the length of another parameter's buffer or array: that parameter's index.
  std::optional<std::uint32_t> length_of;
  // What callers must keep beyond the types (testcase/contracts.h), as far as the declaration tells:
  bool nonnull = false;                     // null is against an attribute or the comment
  bool shown = false;                       // the report shows that it was not null; never stored
  bool negative_length = false;             // a length below 0 means something: "-1 for the whole text"
  bool releases = false;                    // what it is given is freed
  bool deletes = false;                     // by `delete`: it takes only what the test has made with `new`
  bool initialises = false;                 // the struct it is given is set up
  bool may_keep_block = false;              // `void*`: whatever it points to, the library may keep it, and free it
  bool is_format = false;                   // the text says, as printf's, what the arguments of `...` are
  bool is_formatted = false;                // one of these arguments
  std::uint32_t least = 0;                  // elements that a pointer has to lead to: 16 of `const uint8_t key[16]`
  std::optional<std::uint32_t> belongs_to;  // an iterator: the parameter with the object it must come from
  /// Of an array that has no length of its own: the parameters whose product, times the unit, says how many elements there are: `n` of `xs`
  /// in `area(const double* xs, const double* ys, int n)`, `width` and `height` in `mean(const unsigned char* pixels, int width, int height)`.
  std::vector<std::uint32_t> measured_by = {};
  std::uint32_t measured_unit = 1;
  bool const_number = false;  // `const double& value`
  bool forgets = false;       // ... and nobody keeps where that value lies
};

/// May the length be told by the buffer itself? Not one that is passed by its address: `compress(to, &size)`.
[[nodiscard]] inline bool may_measure(const Parameter& length) {
  return length.length_of &&
         std::ranges::find(length.sources, PassMode::kLength, &Source::mode) != length.sources.end();
}

/// Of a Callable::is_room.
inline constexpr std::size_t kRoomElements = 4096;

enum class CallableKind : std::uint8_t {
  kConstructor,
  kMethod,
  kStaticMethod,
  kFunction,
  kOperator,
  kVariable,  // `T v = {};` or `T* p = nullptr;` for out-parameters
  kFieldWrite,
  kFieldRead,
  kArray,
  kCallback,
  kStub,
  kConversion,
  kFile,
};

/// What a call has to do with the place behind the last element, which nobody may read.
enum class RangeEnd : std::uint8_t {
  kNone,
  kMakes,   // `list.end()`
  kBegins,  // `list.begin()`: the same place where the list is empty
  kReads,   // `*at`, `at->name`, `++at`
  kLeaves,  // `--at`
};

struct Callable {
  CallableId id;
  CallableKind kind = CallableKind::kFunction;
  std::string name;          // qualified, no parameters: "tinyxml2::XMLDocument::Parse"
  std::string owner;         // qualified class, or the declaring header for free functions: the "class under test"
  std::string linkage_name;  // joins ProgramModel::functions; empty for generated ones
  std::vector<Parameter> parameters;  // of a method: parameter 0 is the object
  std::optional<TypeId> result;       // the type of the variable it makes; nullopt: none
  bool result_is_reference = false;   // result is a pointer variable in the model, printed as a reference
  // Printing. "{0}" = argument 0 as an expression of the parameter's type; "{0.}" = object access ("v." or "p->");
  // "{#0}" = number of elements of argument 0; "{*0}" = these elements, in braces; "{r}" = the new variable's name.
  std::string expression;   // "{0.}Parse({1}, {2})"
  std::string declaration;  // "tinyxml2::XMLDocument {r}({0});" or "auto* {r} = {0.}FirstChild();"; empty: no result
  std::string preamble;     // text at file scope, once (stub classes, helper functions)
  std::vector<std::string> includes;  // as written in the test: "tinyxml2.h", "<vector>"
  bool usable = true;                 // false: its thunk was dropped; nothing may call it
  bool is_virtual = false;            // a method that derived classes may override
  bool mutates_object = false;        // non-const method, field write
  bool forges = false;                // writes a field that only the library itself is to write
  bool needs_initialiser = false;     // makes a struct that a call of the library has to set up before others get it
  bool compiles_body = false;  // the function is inline and more than a getter: a thunk that calls it compiles it
  bool stands_alone = false;   // an operator that no other one, nor a conversion of the object, competes with
  bool deduces = false;        // a constructor whose template arguments follow from what it is given
  bool frees_items = false;    // `free`, as a callback: what the library may keep has to be on the heap
  bool on_heap = false;        // makes a block that may be freed
  bool is_room = false;  // an array for what a call writes; usable where a function needs one (api/contracts/callers.h)
  bool ends_iterators = false;  // a method behind which iterators of its object may lead nowhere
  RangeEnd range_end = RangeEnd::kNone;
  bool is_pure = false;       // declared so: a compiler leaves out a call whose result nobody uses
  bool leaves_unset = false;  // a constructor that leaves numbers or pointers of its object as they happen to be
  /// kFieldWrite or setter of a length: that of the buffer that it tells the length of.
  std::optional<CallableId> length_of_field;
  /// kFieldWrite of the number of elements that the array at the struct's end has: `struct packet { size_t size; char data[]; }`.
  bool length_at_end = false;
};

/// Is a parameter the end of what the one in front of it points to (api/builder/ranges.cpp)? Its function takes a pointer there, the call a length.
[[nodiscard]] inline bool passes_range(const Callable& callable) { return callable.expression.contains(" + {#"); }

/// Does it end an object by its destructor: `delete p`, `p.reset()` of a smart pointer?
[[nodiscard]] inline bool runs_destructor(const Callable& callable) {
  return !callable.parameters.empty() && callable.parameters.front().releases &&
         callable.linkage_name.ends_with("D2Ev");
}

/// How the expression of a call begins that a test repeats (api/builder/loops.cpp).
inline constexpr std::string_view kLoopStart = "for (int i = 0; i < ";
[[nodiscard]] inline bool is_loop(const Callable& callable) { return callable.expression.starts_with(kLoopStart); }

/// `new Counter(bus)`: what it makes is the test's own until somebody takes it over.
[[nodiscard]] inline bool makes_with_new(const Callable& maker) {
  const bool makes = maker.kind == CallableKind::kConstructor || maker.kind == CallableKind::kVariable;
  return makes && maker.expression.starts_with("new ");
}

/// Something that could not be bridged and why, for --verbose.
struct Dropped {
  std::string name;
  std::string reason;  // compiler's own words when it was the compiler
};

struct ApiModel {
  std::vector<Type> types;
  std::vector<Callable> callables;
  std::vector<std::vector<CallableId>> producers;  // by TypeId: callables whose result is that type
  std::vector<Dropped> dropped;
  std::vector<std::int64_t> constants;  // integers that the headers define as macros: flags, limits

  [[nodiscard]] const Type& operator[](TypeId id) const { return types[id.index()]; }
  [[nodiscard]] const Callable& operator[](CallableId id) const { return callables[id.index()]; }
};

}  // namespace reenact
