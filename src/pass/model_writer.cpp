// One JSON document per translation unit: {"functions": [{name, file, first, last, internal, signature, edges, blocks,
// calls, integers, floats, strings, takes, and the state of state.h}], "taken": [names of functions that pointers hold], "virtual": [[name of one
// that vtables hold, slot...]], "tables": [[name of one that fields point to, field...]], "open": [fields that are pointed elsewhere, too],
// "texts": [string literals], "fields": [names]}. JSON because the files are small (about 1 KB a function) and
// readable when in doubt.
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <set>

#include "abi/model_keys.h"
#include "pass/function_tables.h"
#include "pass/instrument.h"
#include "pass/state.h"
#include "pass/vtables.h"

using namespace llvm;

namespace reenact::pass {
namespace {

std::string file_of(const DILocation& where) {
  return absolute_path(where.getScope()->getFile()->getDirectory(), where.getScope()->getFile()->getFilename());
}

/// JSON holds no bytes: each becomes the code point of its value. The reader turns them back.
std::string as_latin1(StringRef bytes) {
  std::string result;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) result += static_cast<char>(0xc0 | byte >> 6);
    result += byte < 0x80 ? c : static_cast<char>(0x80 | (byte & 0x3f));
  }
  return result;
}

struct Constants {
  std::set<int64_t> integers;
  std::set<double> floats;
  SetVector<std::string, std::vector<std::string>, std::set<std::string>> strings;

  /// Numbers that the source compares, passes, stores or computes with; not sizes and offsets that only lay
  /// out memory.
  void add_of(const Instruction& instruction) {
    if (isa<AllocaInst>(instruction) || isa<LifetimeIntrinsic>(instruction)) return;
    // What __assert_fail is told is the program's text, no input to it.
    if (const auto* call = dyn_cast<CallBase>(&instruction); call != nullptr && call->doesNotReturn()) return;
    if (const auto* offset = dyn_cast<GetElementPtrInst>(&instruction)) return add(offset->getPointerOperand());
    for (const Use& operand : instruction.operands()) add(operand.get());
  }

  void add(const Value* value) {
    if (isa<ConstantExpr>(value) && value->getType()->isPointerTy()) value = value->stripInBoundsOffsets();
    if (const auto* integer = dyn_cast<ConstantInt>(value)) {
      if (integer->getBitWidth() > 1 && integer->getBitWidth() <= 64) integers.insert(integer->getSExtValue());
    } else if (const auto* real = dyn_cast<ConstantFP>(value)) {
      if (real->getType()->isDoubleTy()) floats.insert(real->getValueAPF().convertToDouble());
      if (real->getType()->isFloatTy()) floats.insert(static_cast<double>(real->getValueAPF().convertToFloat()));
    } else if (const auto* global = dyn_cast<GlobalVariable>(value); global != nullptr && global->hasInitializer()) {
      if (!global->getName().starts_with("_ZT"))
        add_initialiser(global->getInitializer(), 0);  // not vtables, type names
    }
  }

  /// Texts in tables count too: keyword lists are arrays of structs of pointers.
  void add_initialiser(const Constant* constant, int depth) {
    if (const auto* data = dyn_cast<ConstantDataSequential>(constant); data != nullptr && data->isString(8)) {
      // "\x7fARC\0\2" is compared whole by memcmp, up to its NUL by strcmp.
      const StringRef whole = data->getAsString().rtrim('\0');
      for (const StringRef text : {whole.take_until([](char c) { return c == '\0'; }), whole})
        if (!text.empty() && text.size() <= 64) strings.insert(as_latin1(text));
      return;
    }
    if (depth > 3 || !isa<ConstantAggregate>(constant)) return;
    for (const Use& operand : constant->operands()) {
      if (const auto* global = dyn_cast<GlobalVariable>(operand.get());
          global != nullptr && global->hasInitializer() && global->isConstant())
        add_initialiser(global->getInitializer(), depth + 1);
      else if (const auto* inner = dyn_cast<Constant>(operand.get()))
        add_initialiser(inner, depth + 1);
    }
  }
};

bool ends_abnormally(const BasicBlock& block) { return isa<UnreachableInst>(block.getTerminator()); }

void write_block(json::OStream& out, const Numbering& numbering, const BasicBlock& block, const std::string& file) {
  std::vector<unsigned> lines;
  std::set<std::pair<std::string, unsigned>> elsewhere;  // "#line 12 "grammar.y"", an included table
  for (const Instruction& instruction : block) {
    const DILocation* where = instruction.getDebugLoc().get();
    if (where == nullptr || where->getLine() == 0 || isa<DbgInfoIntrinsic>(instruction)) continue;
    if (!lines.empty() && lines.back() == where->getLine()) continue;
    if (const std::string other = file_of(*where); other != file) {
      elsewhere.emplace(other, where->getLine());
      continue;
    }
    if (std::find(lines.begin(), lines.end(), where->getLine()) == lines.end()) lines.push_back(where->getLine());
  }
  out.object([&] {
    out.attributeArray(model_file::kLines, [&] {
      for (const unsigned line : lines) out.value(static_cast<int64_t>(line));
    });
    if (!elsewhere.empty())
      out.attributeArray(model_file::kOtherLines, [&] {
        for (const auto& [other, line] : elsewhere)
          out.array([&] {
            out.value(other);
            out.value(static_cast<int64_t>(line));
          });
      });
    out.attributeArray(model_file::kSuccessors, [&] {
      for (const BasicBlock* next : successors(&block)) out.value(static_cast<int64_t>(numbering.index.lookup(next)));
    });
    if (const auto it = numbering.first_edge.find(&block); it != numbering.first_edge.end())
      out.attribute(model_file::kFirstEdge, static_cast<int64_t>(it->second));
    if (ends_abnormally(block)) out.attribute(model_file::kEndsAbnormally, 1);
  });
}

/// What an indirect call and the function it calls agree about: "i32 (ptr, i64)".
std::string signature_of(const FunctionType& type) {
  std::string result;
  raw_string_ostream(result) << type;
  return result;
}

/// Does anything but calls and vtables hold it? An alias (C1 of C2) is only another name.
bool is_address_taken(const Function& function) {
  return any_of(function.uses(), [](const Use& use) {
    const auto* call = dyn_cast<CallBase>(use.getUser());
    return !isa<GlobalAlias>(use.getUser()) && !is_in_vtable(*use.getUser()) &&
           (call == nullptr || !call->isCallee(&use));
  });
}

void write_calls(json::OStream& out, const Numbering& numbering, Fields& fields) {
  for (const BasicBlock* block : numbering.blocks)
    for (const Instruction& instruction : *block) {
      const auto* call = dyn_cast<CallBase>(&instruction);
      if (call == nullptr || isa<IntrinsicInst>(call)) continue;
      // Constructors are often called through an alias (C1 of C2).
      const auto* callee = dyn_cast<Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
      const DILocation* where = call->getDebugLoc().get();
      out.array([&] {
        out.value(static_cast<int64_t>(numbering.index.lookup(block)));
        out.value(static_cast<int64_t>(where == nullptr ? 0 : where->getLine()));
        out.value(static_cast<int64_t>(where == nullptr ? 0 : where->getColumn()));
        out.value(callee == nullptr ? std::string() : unique_name(*callee));
        if (callee != nullptr) return;
        out.value(signature_of(*call->getFunctionType()));
        const auto slot = slot_of(*call);
        const std::string field = slot ? "" : field_called(*call);
        if (slot) out.value(static_cast<int64_t>(*slot));
        if (!field.empty()) {
          out.value(nullptr);
          out.value(fields.number(field));
        }
      });
    }
}

/// Functions that it passes on or stores, each once.
std::vector<std::string> addresses_taken(const Function& function) {
  std::set<std::string> result;
  for (const Instruction& instruction : instructions(function)) {
    if (isa<IntrinsicInst>(instruction)) continue;
    const auto* call = dyn_cast<CallBase>(&instruction);
    for (const Use& operand : instruction.operands()) {
      const auto* taken = dyn_cast<Function>(operand->stripPointerCastsAndAliases());
      if (taken != nullptr && !taken->isIntrinsic() && (call == nullptr || !call->isCallee(&operand)))
        result.insert(unique_name(*taken));
    }
  }
  return {result.begin(), result.end()};
}

void write_function(json::OStream& out, const Numbering& numbering, Fields& fields) {
  const Function& function = *numbering.function;
  const std::string file = source_file(function);
  Constants constants;
  unsigned last_line = function.getSubprogram()->getLine();
  for (const Instruction& instruction : instructions(function)) {
    if (isa<DbgInfoIntrinsic>(instruction)) continue;
    constants.add_of(instruction);
    if (const DILocation* where = instruction.getDebugLoc().get(); where != nullptr && file_of(*where) == file)
      last_line = std::max(last_line, where->getLine());
  }
  out.object([&] {
    out.attribute(model_file::kName, unique_name(function));
    if (function.hasLocalLinkage()) out.attribute(model_file::kPlain, function.getName());
    out.attribute(model_file::kFile, file);
    out.attribute(model_file::kFirstLine, static_cast<int64_t>(function.getSubprogram()->getLine()));
    out.attribute(model_file::kBraceLine, static_cast<int64_t>(function.getSubprogram()->getScopeLine()));
    out.attribute(model_file::kLastLine, static_cast<int64_t>(last_line));
    out.attribute(model_file::kInternal, function.hasLocalLinkage());
    out.attribute(model_file::kSignature, signature_of(*function.getFunctionType()));
    out.attribute(model_file::kEdges, static_cast<int64_t>(numbering.edge_count));
    out.attribute(model_file::kTruths, static_cast<int64_t>(2 * numbering.truths.size()));
    out.attributeArray(model_file::kBlocks, [&] {
      for (const BasicBlock* block : numbering.blocks) write_block(out, numbering, *block, file);
    });
    out.attributeArray(model_file::kCalls, [&] { write_calls(out, numbering, fields); });
    out.attributeArray(model_file::kIntegers, [&] {
      for (const int64_t value : constants.integers) out.value(value);
    });
    out.attributeArray(model_file::kFloats, [&] {
      for (const double value : constants.floats)
        if (std::isfinite(value)) out.value(value);
    });
    out.attributeArray(model_file::kStrings, [&] {
      for (const std::string& value : constants.strings) out.value(value);
    });
    out.attributeArray(model_file::kTakes, [&] {
      for (const std::string& name : addresses_taken(function)) out.value(name);
    });
    write_state(out, numbering, fields);
  });
}

/// The string literals of a unit: also those that an exception's text is made of, which no branch asks for.
void write_texts(json::OStream& out, const Module& module) {
  constexpr size_t kLongest = 400;  // characters: longer ones are data
  for (const GlobalVariable& global : module.globals()) {
    if (!global.hasInitializer() || !global.isConstant() || global.getName().starts_with("_ZT")) continue;
    const auto* data = dyn_cast<ConstantDataSequential>(global.getInitializer());
    if (data == nullptr || !data->isCString()) continue;
    const StringRef text = data->getAsCString();
    if (text.size() <= kLongest && any_of(text, isAlpha)) out.value(as_latin1(text));
  }
}

}  // namespace

void write_model(const std::vector<Numbering>& functions, const std::string& path) {
  std::error_code error;
  raw_fd_ostream file(path, error);
  if (error) report_fatal_error(Twine("reenact: cannot write ") + path + ": " + error.message());
  json::OStream out(file);
  Fields fields;
  out.object([&] {
    out.attribute(model_file::kVersionKey, model_file::kVersion);
    out.attributeArray(model_file::kFunctions, [&] {
      for (const Numbering& each : functions) write_function(out, each, fields);
    });
    out.attributeArray(model_file::kTaken, [&] {
      if (functions.empty()) return;
      for (const Function& function : *functions.front().function->getParent())
        if (!function.isIntrinsic() && is_address_taken(function)) out.value(unique_name(function));
    });
    out.attributeArray(model_file::kVirtual, [&] {
      if (functions.empty()) return;
      for (const auto& [name, slots] : virtual_functions(*functions.front().function->getParent()))
        out.array([&] {
          out.value(name);
          for (const unsigned slot : slots) out.value(static_cast<int64_t>(slot));
        });
    });
    const FunctionTables tables =
        functions.empty() ? FunctionTables() : function_tables(*functions.front().function->getParent());
    out.attributeArray(model_file::kTables, [&] {
      for (const auto& [name, held_in] : tables.fields)
        out.array([&] {
          out.value(name);
          for (const std::string& field : held_in) out.value(fields.number(field));
        });
    });
    out.attributeArray(model_file::kOpenFields, [&] {
      for (const std::string& field : tables.open) out.value(fields.number(field));
    });
    out.attributeArray(model_file::kTexts, [&] {
      if (!functions.empty()) write_texts(out, *functions.front().function->getParent());
    });
    out.attributeArray(model_file::kFields, [&] {
      for (const std::string& name : fields.names()) out.value(name);
    });
  });
}

}  // namespace reenact::pass
