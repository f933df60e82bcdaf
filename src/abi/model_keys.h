// The program model as a file: written by pass/model_writer.cpp inside the compiler, read by program/program_model_reader.cpp.
// JSON, one file per translation unit; the keys are its only shared definition. A change of what a key holds is a new version.
#pragma once

namespace reenact::model_file {

inline constexpr int kVersion = 5;

// Of the file.
inline constexpr const char* kVersionKey = "version";
inline constexpr const char* kFunctions = "functions";
inline constexpr const char* kTaken = "taken";  // unique names of functions whose address is held by other than vtables
inline constexpr const char* kVirtual = "virtual";  // [unique name, slot...] of those that vtables hold
inline constexpr const char* kTables = "tables";    // [unique name, field...] of functions that fields point to
inline constexpr const char* kOpenFields = "open";  // fields that are pointed elsewhere, too
inline constexpr const char* kFields = "fields";    // names; other places refer to them by index

inline constexpr const char* kTexts = "texts";  // literals of the unit

// Of a function.
inline constexpr const char* kName = "name";    // unique in the program
inline constexpr const char* kPlain = "plain";  // of a unit-local one: its linkage name
inline constexpr const char* kFile = "file";
inline constexpr const char* kFirstLine = "first";
inline constexpr const char* kBraceLine = "brace";
inline constexpr const char* kLastLine = "last";
inline constexpr const char* kInternal = "internal";
inline constexpr const char* kSignature = "signature";  // LLVM's function type
inline constexpr const char* kEdges = "edges";          // how many outcomes of branches it has
inline constexpr const char* kTruths = "truths";        // edges behind these: outcomes of comparisons that make values
inline constexpr const char* kBlocks = "blocks";
inline constexpr const char* kCalls =
    "calls";  // [block, line, column, callee or "", signature of an indirect one, slot of a virtual one or null, field]
inline constexpr const char* kIntegers = "integers";
inline constexpr const char* kFloats = "floats";
inline constexpr const char* kStrings = "strings";           // bytes as code points below 256
inline constexpr const char* kStores = "stores";             // [field, value...]
inline constexpr const char* kResults = "results";           // [value...]; a value: see pass/produced.h
inline constexpr const char* kTests = "tests";               // [block, field, comparison...]
inline constexpr const char* kResultTests = "result tests";  // [block, callee, comparison...]
inline constexpr const char* kAccessor = "accessor";         // the field that it only returns
inline constexpr const char* kReads = "reads";               // fields
inline constexpr const char* kTakes = "takes";               // unique names of functions whose address it takes

// Of a block.
inline constexpr const char* kLines = "l";
inline constexpr const char* kSuccessors = "s";
inline constexpr const char* kOtherLines = "o";  // [file, line] of code that another file lent
inline constexpr const char* kFirstEdge = "e";
inline constexpr const char* kEndsAbnormally = "x";

// What callers pass stands in a file of its own beside the model: {kFunctions: [caller, ...]}.
inline constexpr const char* kCallersSuffix = ".callers";
// A file beside the model of a unit that defines main.
inline constexpr const char* kProgramSuffix = ".program";

// Of a caller: kName, kCalls, kAsks, kCallsBack, kUses, kFills and kHandsOn.
inline constexpr const char* kAsks = "asks";             // parameters that it holds against null and goes on with
inline constexpr const char* kCallsBack = "calls_back";  // parameters that are functions, which it calls
inline constexpr const char* kFills = "fills";  // parameters to which it writes more than one value, and reads none
// Parameters that it hands on to a callee on every way to its end, unless they are null: [[k, callee, argument, whether that is its last
// pointer], ...].
inline constexpr const char* kHandsOn = "hands_on";
inline constexpr const char* kUses = "uses";  // parameters that lead to what it reads or writes on every way to its end

// An element of its kCalls: [callee, [argument, ...], [pair, ...]], for the declared arguments.
enum ArgumentKind : int {
  kUnknownArgument = 0,
  kNullArgument = 1,
  kObjectArgument = 2,  // an address that is taken, or checked before
  kFreshArgument = 3,   // the address of a local struct that nothing has touched before
  kOwnArgument = 4,     // + k: the caller's own argument k
};
// A pair: [pointer, number, kind], or [pointer, number, kPairOfOwn, own pointer, own number]. No pair: nothing is known.
enum PairKind : int {
  kPart = 0,  // the number is no more than what is behind the pointer, and does not tell how much that is
  kWholeInElements = 1,
  kWholeInBytes = 2,
  kWholeInBoth = 3,
  kPairOfOwn = 4,  // as the caller's own two arguments
};

}  // namespace reenact::model_file
