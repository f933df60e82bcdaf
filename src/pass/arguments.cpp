#include "pass/arguments.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <utility>

#include "abi/model_keys.h"

using namespace llvm;

namespace reenact::pass {
namespace {

using namespace model_file;

/// How deep expressions are looked into.
constexpr int kDeepest = 6;

/// Numbers are widened on their way.
const Value* without_widening(const Value* value) {
  const auto* cast = dyn_cast<CastInst>(value);
  if (cast == nullptr || !isa<ZExtInst, SExtInst, TruncInst>(cast)) return value;
  return without_widening(cast->getOperand(0));
}

bool same(const Value& a, const Value& b, int depth = 0);

bool same_operands(const User& a, const User& b, int depth) {
  if (a.getNumOperands() != b.getNumOperands()) return false;
  for (unsigned i = 0; i < a.getNumOperands(); ++i)
    if (!same(*a.getOperand(i), *b.getOperand(i), depth + 1)) return false;
  return true;
}

/// Is it one value, as far as one sees? What lies in memory counts as unchanged between two looks at it.
bool same(const Value& first, const Value& second, int depth) {
  const Value &a = *without_widening(&first), &b = *without_widening(&second);
  if (&a == &b) return true;
  if (depth > kDeepest) return false;
  const auto *number = dyn_cast<ConstantInt>(&a), *other = dyn_cast<ConstantInt>(&b);
  if (number != nullptr && other != nullptr)
    return number->getBitWidth() <= 64 && other->getBitWidth() <= 64 && number->getSExtValue() == other->getSExtValue();
  if (const auto *load = dyn_cast<LoadInst>(&a), *again = dyn_cast<LoadInst>(&b); load != nullptr && again != nullptr)
    return same(*load->getPointerOperand(), *again->getPointerOperand(), depth + 1);
  if (const auto *at = dyn_cast<GEPOperator>(&a), *there = dyn_cast<GEPOperator>(&b); at != nullptr && there != nullptr)
    return at->getSourceElementType() == there->getSourceElementType() && same_operands(*at, *there, depth);
  const auto *made = dyn_cast<BinaryOperator>(&a), *too = dyn_cast<BinaryOperator>(&b);
  return made != nullptr && too != nullptr && made->getOpcode() == too->getOpcode() &&
         same_operands(*made, *too, depth);
}

const Function* callee_of(const CallBase& call) {
  return dyn_cast<Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

/// The name of the function that made `value`; "": none, or nobody knows.
StringRef maker(const Value& value) {
  const auto* call = dyn_cast<CallBase>(&value);
  const Function* callee = call == nullptr ? nullptr : callee_of(*call);
  return callee == nullptr ? StringRef() : callee->getName();
}

bool ends_with_any(StringRef name, std::initializer_list<const char*> ends) {
  return any_of(ends, [&](const char* end) { return name.ends_with(end); });
}

/// The first argument that the source passes.
unsigned first_argument(const CallBase& call) { return call.hasStructRetAttr() ? 1 : 0; }

/// The object whose memory `data` is, if that was asked of the object itself: `v.data()`, `s.c_str()`, `&v[0]`.
const Value* owner_of_data(const Value& data) {
  const StringRef name = maker(data);
  if (!name.starts_with("_ZN")) return nullptr;
  const auto& call = cast<CallBase>(data);
  if (ends_with_any(name, {"4dataEv", "5c_strEv", "5frontEv"}) && call.arg_size() == 1) return call.getArgOperand(0);
  const auto* index = name.ends_with("ixEm") ? dyn_cast<ConstantInt>(call.getArgOperand(1)) : nullptr;
  return index != nullptr && index->isZero() ? call.getArgOperand(0) : nullptr;
}

/// `v.size()`: of which object.
const Value* owner_of_size(const Value& size) {
  if (!maker(size).starts_with("_ZN") || !ends_with_any(maker(size), {"4sizeEv", "6lengthEv"})) return nullptr;
  const auto& call = cast<CallBase>(size);
  return call.arg_size() == 1 ? call.getArgOperand(0) : nullptr;
}

bool holds_bytes(StringRef method) {
  return any_of(std::initializer_list<const char*>{"basic_string", "vectorIhS", "vectorIcS", "vectorIaS", "St4byte"},
                [&](const char* part) { return method.contains(part); });
}

/// Elements and bytes of an object that the source declares.
struct Extent {
  uint64_t elements, bytes;
  bool is_text = false;  // with a NUL behind it
};

Extent extent_of_type(Type& type, const DataLayout& layout) {
  const auto* array = dyn_cast<ArrayType>(&type);
  return {array == nullptr ? 1 : array->getNumElements(), layout.getTypeAllocSize(&type)};
}

std::optional<Extent> declared_extent(const Value& pointer, const DataLayout& layout) {
  if (const auto* variable = dyn_cast<AllocaInst>(&pointer))
    return variable->isArrayAllocation() ? std::nullopt
                                         : std::optional(extent_of_type(*variable->getAllocatedType(), layout));
  if (const auto* global = dyn_cast<GlobalVariable>(&pointer)) {
    if (!global->getValueType()->isSized()) return std::nullopt;
    Extent extent = extent_of_type(*global->getValueType(), layout);
    const auto* data = global->hasInitializer() ? dyn_cast<ConstantDataSequential>(global->getInitializer()) : nullptr;
    extent.is_text = data != nullptr && data->isCString();
    return extent;
  }
  const auto* at = dyn_cast<GEPOperator>(&pointer);
  if (at == nullptr) return std::nullopt;
  if (at->hasAllZeroIndices() && isa<ArrayType>(at->getSourceElementType()) && at->getNumIndices() == 2)
    return extent_of_type(*at->getSourceElementType(), layout);
  if (at->getNumIndices() > 1 && isa<ArrayType>(at->getResultElementType()))
    return extent_of_type(*at->getResultElementType(), layout);
  return at->hasAllZeroIndices() ? declared_extent(*at->getPointerOperand(), layout) : std::nullopt;
}

/// What a number says of the memory behind a pointer.
struct Pair {
  PairKind kind;
  unsigned own_pointer = 0, own_number = 0;  // kPairOfOwn
};
using MaybePair = std::optional<Pair>;

MaybePair pair_with_constant(const Value& pointer, const ConstantInt& number, const DataLayout& layout) {
  if (number.getBitWidth() > 64 || number.isNegative()) return std::nullopt;
  const uint64_t said = number.getZExtValue();
  if (said == 0) return Pair{kPart};
  const auto extent = declared_extent(pointer, layout);
  if (!extent) return std::nullopt;
  // `f(&object, 1)`: 1 may mean anything.
  if (said == 1 && extent->elements == 1) return Pair{kPart};
  if (extent->is_text && said == extent->elements - 1) return Pair{kWholeInBoth};
  if (said == extent->elements) return Pair{said == extent->bytes ? kWholeInBoth : kWholeInElements};
  if (said == extent->bytes) return Pair{kWholeInBytes};
  return said < extent->elements ? MaybePair(Pair{kPart}) : std::nullopt;
}

/// `p = malloc(n); f(p, n)`.
MaybePair pair_with_allocation(const Value& pointer, const Value& number) {
  if (const auto* variable = dyn_cast<AllocaInst>(&pointer))
    return variable->isArrayAllocation() && same(*variable->getArraySize(), number) ? MaybePair(Pair{kWholeInElements})
                                                                                    : std::nullopt;
  const StringRef name = maker(pointer);
  const auto size_is = [&](unsigned argument) {
    return same(*cast<CallBase>(pointer).getArgOperand(argument), number);
  };
  if (name == "malloc" || name == "_Znam" || name == "_Znwm")
    return size_is(0) ? MaybePair(Pair{kWholeInBytes}) : std::nullopt;
  if (name == "realloc") return size_is(1) ? MaybePair(Pair{kWholeInBytes}) : std::nullopt;
  if (name != "calloc") return std::nullopt;
  const auto* one = dyn_cast<ConstantInt>(cast<CallBase>(pointer).getArgOperand(1));
  if (size_is(0)) return Pair{one != nullptr && one->isOne() ? kWholeInBoth : kWholeInElements};
  const auto* first = dyn_cast<ConstantInt>(cast<CallBase>(pointer).getArgOperand(0));
  return size_is(1) && first != nullptr && first->isOne() ? MaybePair(Pair{kWholeInBytes}) : std::nullopt;
}

/// `strlen(p)`, with or without the NUL.
bool is_length_of_text(const Value& number, const Value& pointer) {
  if (maker(number) == "strlen") return same(*cast<CallBase>(number).getArgOperand(0), pointer);
  const auto* sum = dyn_cast<BinaryOperator>(&number);
  const auto* one = sum == nullptr ? nullptr : dyn_cast<ConstantInt>(sum->getOperand(1));
  return one != nullptr && one->isOne() && sum->getOpcode() == Instruction::Add &&
         maker(*sum->getOperand(0)) == "strlen" && is_length_of_text(*sum->getOperand(0), pointer);
}

/// `end - p`
MaybePair pair_with_distance(const Value& pointer, const Value& number) {
  const auto* made = dyn_cast<BinaryOperator>(&number);
  if (made == nullptr) return std::nullopt;
  const bool divides = made->getOpcode() == Instruction::SDiv;
  if (divides) made = dyn_cast<BinaryOperator>(made->getOperand(0));
  if (made == nullptr || made->getOpcode() != Instruction::Sub) return std::nullopt;
  const auto* begin = dyn_cast<PtrToIntOperator>(made->getOperand(1));
  if (begin == nullptr || !isa<PtrToIntOperator>(made->getOperand(0))) return std::nullopt;
  if (!same(*begin->getPointerOperand(), pointer)) return std::nullopt;
  return Pair{divides ? kWholeInElements : kWholeInBoth};
}

/// `v.data(), v.size()`
MaybePair pair_of_owner(const Value& pointer, const Value& number) {
  const Value *owner = owner_of_data(pointer), *measured = owner_of_size(number);
  if (owner == nullptr || measured == nullptr || !same(*owner, *measured)) return std::nullopt;
  return Pair{holds_bytes(maker(pointer)) ? kWholeInBoth : kWholeInElements};
}

/// What the caller itself was given, or the rest of it: `p + k, n - k`.
MaybePair pair_of_own(const Value& pointer, const Value& number) {
  const Value *at = &pointer, *left = &number;
  const auto* behind = dyn_cast<GEPOperator>(at);
  const auto* rest = dyn_cast<BinaryOperator>(left);
  if (behind != nullptr && rest != nullptr && behind->getNumIndices() == 1 && rest->getOpcode() == Instruction::Sub &&
      same(*behind->getOperand(1), *rest->getOperand(1))) {
    at = behind->getPointerOperand();
    left = without_widening(rest->getOperand(0));
  }
  const auto *given = dyn_cast<Argument>(at), *said = dyn_cast<Argument>(left);
  if (given == nullptr || said == nullptr) return std::nullopt;
  const unsigned hidden = given->getParent()->hasStructRetAttr() ? 1 : 0;
  return Pair{kPairOfOwn, given->getArgNo() - hidden, said->getArgNo() - hidden};
}

/// `box->bytes, box->used`: whether they belong together nobody says here.
bool are_fields_of_one(const Value& pointer, const Value& number) {
  const auto *first = dyn_cast<LoadInst>(&pointer), *second = dyn_cast<LoadInst>(&number);
  if (first == nullptr || second == nullptr) return false;
  const auto *a = dyn_cast<GEPOperator>(first->getPointerOperand()),
             *b = dyn_cast<GEPOperator>(second->getPointerOperand());
  return a != nullptr && b != nullptr && a->getSourceElementType() == b->getSourceElementType() &&
         isa<StructType>(a->getSourceElementType()) && same(*a->getPointerOperand(), *b->getPointerOperand());
}

MaybePair pair_of(const Value& pointer, const Value& widened, const DataLayout& layout) {
  const Value& number = *without_widening(&widened);
  if (const auto* constant = dyn_cast<ConstantInt>(&number)) {
    if (const MaybePair made = pair_with_allocation(pointer, number)) return made;
    return pair_with_constant(pointer, *constant, layout);
  }
  if (is_length_of_text(number, pointer)) return Pair{kWholeInBoth};
  for (const auto rule : {pair_of_owner, pair_with_distance, pair_with_allocation, pair_of_own})
    if (const MaybePair found = rule(pointer, number)) return found;
  // `v.data(), v.size() * sizeof(v[0])`
  const auto* product = dyn_cast<BinaryOperator>(&number);
  if (product != nullptr && product->getOpcode() == Instruction::Mul && isa<ConstantInt>(product->getOperand(1)))
    if (const MaybePair of_elements = pair_of_owner(pointer, *without_widening(product->getOperand(0)));
        of_elements && of_elements->kind == kWholeInElements)
      return Pair{kWholeInBytes};
  return are_fields_of_one(pointer, number) ? MaybePair(Pair{kPart}) : std::nullopt;
}

/// A branch that asks whether a pointer is null.
struct NullCheck {
  const Value* pointer;
  const BasicBlock *if_null, *otherwise;
};

std::optional<NullCheck> null_check_of(const BasicBlock& block) {
  const auto* branch = dyn_cast<BranchInst>(block.getTerminator());
  if (branch == nullptr || !branch->isConditional()) return std::nullopt;
  const auto* compared = dyn_cast<ICmpInst>(branch->getCondition());
  if (compared == nullptr || !compared->isEquality() || !isa<ConstantPointerNull>(compared->getOperand(1)))
    return std::nullopt;
  const bool is_equal = compared->getPredicate() == CmpInst::ICMP_EQ;
  return NullCheck{compared->getOperand(0), branch->getSuccessor(is_equal ? 0 : 1),
                   branch->getSuccessor(is_equal ? 1 : 0)};
}

/// Was the pointer checked on every way to `user`?
bool is_checked_before(const Value& pointer, const BasicBlock& user, const DominatorTree& dominators) {
  const DomTreeNode* node = dominators.getNode(&user);
  for (node = node == nullptr ? nullptr : node->getIDom(); node != nullptr; node = node->getIDom()) {
    const auto check = null_check_of(*node->getBlock());
    if (!check || check->if_null == check->otherwise || !same(*check->pointer, pointer)) continue;
    if (dominators.dominates(BasicBlockEdge(node->getBlock(), check->otherwise), &user)) return true;
  }
  return false;
}

/// Of a pointer that is not chosen among several.
int kind_of_one(const Value& pointer) {
  if (isa<ConstantPointerNull>(pointer)) return kNullArgument;
  if (isa<AllocaInst, GlobalVariable>(pointer)) return kObjectArgument;
  if (const auto* given = dyn_cast<Argument>(&pointer)) {
    if (given->hasNonNullAttr()) return kObjectArgument;
    return kOwnArgument + static_cast<int>(given->getArgNo() - (given->getParent()->hasStructRetAttr() ? 1 : 0));
  }
  if (const auto* at = dyn_cast<GEPOperator>(&pointer); at != nullptr && at->getNumIndices() > 1)
    return kObjectArgument;
  const auto* call = dyn_cast<CallBase>(&pointer);
  return call != nullptr && (call->hasRetAttr(Attribute::NonNull) || owner_of_data(pointer) != nullptr)
             ? kObjectArgument
             : kUnknownArgument;
}

const Value& without_offset(const Value& pointer) {
  const Value* result = &pointer;
  for (int depth = 0; depth <= kDeepest; ++depth) {
    const auto* at = dyn_cast<GEPOperator>(result);
    if (at == nullptr || at->getNumIndices() > 1) break;
    result = at->getPointerOperand();
  }
  return *result;
}

int kind_of(const Value& pointer) {
  // Where an interpreter's hundreds of instructions meet, each meeting leads to the others.
  constexpr std::size_t kMostMeetings = 16;
  const Value& first = without_offset(pointer);
  if (!isa<PHINode>(first)) return kind_of_one(first);
  SmallSetVector<const PHINode*, kMostMeetings> meetings;
  meetings.insert(cast<PHINode>(&first));
  bool are_objects = true;
  for (std::size_t i = 0; i < meetings.size(); ++i)
    for (const Use& each : meetings[i]->incoming_values()) {
      const Value& from = without_offset(*each);
      if (const auto* meeting = dyn_cast<PHINode>(&from)) {
        if (meetings.size() < kMostMeetings || meetings.contains(meeting))
          meetings.insert(meeting);
        else
          are_objects = false;
        continue;
      }
      const int kind = kind_of_one(from);
      // One null of several is a null that is passed.
      if (kind == kNullArgument) return kNullArgument;
      are_objects = are_objects && kind == kObjectArgument;
    }
  return are_objects ? kObjectArgument : kUnknownArgument;
}

bool is_zeroed_by(const Instruction& instruction) {
  const auto* set = dyn_cast<MemSetInst>(&instruction);
  const auto* value = set == nullptr ? nullptr : dyn_cast<ConstantInt>(set->getValue());
  return value != nullptr && value->isZero();
}

/// Is `pointer` a struct of the caller's own that nothing touches before `call`, but to fill it with zeros?
bool is_fresh(const Value& pointer, const CallBase& call, const DominatorTree& dominators) {
  const auto* local = dyn_cast<AllocaInst>(&pointer);
  if (local == nullptr || !local->getAllocatedType()->isStructTy()) return false;
  const auto touches_before = [&](const User* user) {
    const auto* instruction = cast<Instruction>(user);
    const auto* marker = dyn_cast<IntrinsicInst>(instruction);
    const bool is_no_use =
        instruction == &call || is_zeroed_by(*instruction) || (marker != nullptr && marker->isLifetimeStartOrEnd());
    return !is_no_use && dominators.dominates(instruction, &call);
  };
  return none_of(local->users(), touches_before);
}

bool frees(const CallBase& call) {
  const Function* callee = callee_of(call);
  return callee != nullptr &&
         (callee->getName() == "free" || callee->getName() == "realloc" || callee->getName().starts_with("_ZdlPv"));
}

/// A failed assertion: nothing that callers may rely on.
bool fails(const BasicBlock& block) {
  return isa<UnreachableInst>(block.getTerminator()) && none_of(block, [](const Instruction& instruction) {
           const auto* call = dyn_cast<CallBase>(&instruction);
           const Function* callee = call == nullptr ? nullptr : callee_of(*call);
           return callee != nullptr && callee->getName().starts_with("__cxa_throw");
         });
}

/// Does the function itself provide for null in its argument: compares it and goes on, or frees it?
bool provides_for_null(const Argument& argument) {
  const auto asks = [](const Value& pointer) {
    return any_of(pointer.users(), [](const User* user) {
      if (const auto* call = dyn_cast<CallBase>(user)) return frees(*call);
      const auto* compared = dyn_cast<ICmpInst>(user);
      if (compared == nullptr || !isa<ConstantPointerNull>(compared->getOperand(1))) return false;
      return any_of(compared->users(), [](const User* decided) {
        const auto* branch = dyn_cast<BranchInst>(decided);
        const auto check = branch == nullptr ? std::nullopt : null_check_of(*branch->getParent());
        return !check || !fails(*check->if_null);
      });
    });
  };
  // `while (item) ... item = item->next`
  return asks(argument) ||
         any_of(argument.users(), [&](const User* user) { return isa<PHINode>(user) && asks(*user); });
}

/// Is it a function that this one calls?
bool is_called(const Argument& argument) {
  return any_of(argument.users(), [&](const User* user) {
    const auto* call = dyn_cast<CallBase>(user);
    return call != nullptr && call->getCalledOperand() == &argument;
  });
}

/// The blocks that read or write what `pointer` leads to.
void add_uses(const Value& pointer, SmallPtrSetImpl<const BasicBlock*>& blocks) {
  for (const User* user : pointer.users()) {
    if (const auto* part = dyn_cast<GetElementPtrInst>(user); part != nullptr && part->getPointerOperand() == &pointer)
      add_uses(*part, blocks);
    const auto* access = dyn_cast<Instruction>(user);
    if (access != nullptr && getLoadStorePointerOperand(access) == &pointer) blocks.insert(access->getParent());
  }
}

/// Is there no way from the function's entry to a return but through one of the blocks `closed`, of which there must be some? Ways that are
/// taken only where `argument` is null do not count.
bool are_on_every_way(SmallPtrSet<const BasicBlock*, 16> closed, const Argument& argument) {
  if (closed.empty()) return false;
  SmallVector<const BasicBlock*> open{&argument.getParent()->getEntryBlock()};
  while (!open.empty()) {
    const BasicBlock* block = open.pop_back_val();
    if (!closed.insert(block).second) continue;
    if (isa<ReturnInst>(block->getTerminator())) return false;
    if (const auto check = null_check_of(*block); check && check->pointer == &argument)
      open.push_back(check->otherwise);
    else
      append_range(open, successors(block));
  }
  return true;
}

/// Then null is no argument for it, unless it asks: an assertion may be what a report is about.
bool is_used_on_every_way(const Argument& argument) {
  if (any_of(argument.users(), [](const User* user) { return isa<ICmpInst>(user); })) return false;
  SmallPtrSet<const BasicBlock*, 16> using_it;
  add_uses(argument, using_it);
  return are_on_every_way(using_it, argument);
}

bool is_last_pointer(const CallBase& call, unsigned number) {
  for (unsigned k = number + 1; k < call.arg_size(); ++k)
    if (call.getArgOperand(k)->getType()->isPointerTy()) return false;
  return true;
}

/// What a function, and those of this unit that it hands the pointer to, do with memory that a pointer leads to.
class Filling {
 public:
  /// Does it write more than one value there, or some behind the first, and read none? `void mix(short* out) { while (...) *out++ = next(); }`
  /// Not where others get the pointer whose code is not here: they may do anything.
  static bool fills(const Argument& argument) {
    Filling filling;
    return filling.follow(argument, false) && filling.writes_many_;
  }

 private:
  /// Every use of `pointer`; `moved`: it leads behind the first value. False: something may be read.
  bool follow(const Value& pointer, bool moved) {
    if (!seen_.insert({&pointer, moved}).second) return true;
    return all_of(pointer.uses(), [&](const Use& use) { return follow(use, moved); });
  }

  bool follow(const Use& use, bool moved) {
    const User* user = use.getUser();
    if (isa<ICmpInst, PtrToIntInst>(user)) return true;  // `end - begin`
    if (const auto* part = dyn_cast<GetElementPtrInst>(user)) return follow(*part, moved || !part->hasAllZeroIndices());
    if (isa<PHINode>(user) || isa<SelectInst>(user)) return follow(*user, moved);
    if (const auto* store = dyn_cast<StoreInst>(user)) {
      writes_many_ = writes_many_ || moved;
      return store->getPointerOperand() == use.get();
    }
    const auto* call = dyn_cast<CallBase>(user);
    return call != nullptr && call->isArgOperand(&use) && follow(*call, call->getArgOperandNo(&use), moved);
  }

  bool follow(const CallBase& call, unsigned number, bool moved) {
    if (isa<MemIntrinsic>(&call)) {
      writes_many_ = true;
      return number == 0;
    }
    constexpr std::size_t kMost = 200;  // values: functions that hand it on and on are few
    const Function* callee = callee_of(call);
    if (callee == nullptr || callee->isDeclaration() || number >= callee->arg_size() || seen_.size() > kMost)
      return false;
    return follow(*callee->getArg(number), moved);
  }

  std::set<std::pair<const Value*, bool>> seen_;
  bool writes_many_ = false;
};

class Writer {
 public:
  Writer(json::OStream& out, Function& function)
      : out_(out), function_(function), dominators_(function), layout_(function.getDataLayout()) {}

  void write() {
    out_.object([&] {
      out_.attribute(kName, unique_name(function_));
      write_pointers(kAsks, provides_for_null);
      write_pointers(kCallsBack, is_called);
      write_pointers(kUses, is_used_on_every_way);
      write_pointers(kFills, Filling::fills);
      out_.attributeArray(kHandsOn, [&] {
        for (const Argument& each : function_.args()) write_handed_on(each);
      });
      out_.attributeArray(kCalls, [&] {
        for (const Instruction& instruction : instructions(function_))
          if (const auto* call = dyn_cast<CallBase>(&instruction)) write_call(*call);
      });
    });
  }

 private:
  /// The numbers of those that are `wanted`.
  void write_pointers(const char* key, bool (*wanted)(const Argument&)) {
    out_.attributeArray(key, [&] {
      const unsigned hidden = function_.hasStructRetAttr() ? 1 : 0;
      for (const Argument& each : function_.args())
        if (each.getType()->isPointerTy() && each.getArgNo() >= hidden && wanted(each))
          out_.value(each.getArgNo() - hidden);
    });
  }

  /// To whom `argument` is handed on.
  void write_handed_on(const Argument& argument) {
    const unsigned hidden = function_.hasStructRetAttr() ? 1 : 0;
    if (argument.getArgNo() < hidden) return;
    struct Places {
      SmallPtrSet<const BasicBlock*, 16> blocks;
      bool is_last = false;
    };
    MapVector<std::pair<const Function*, unsigned>, Places> places;
    for (const Use& use : argument.uses()) {
      const auto* call = dyn_cast<CallBase>(use.getUser());
      if (call == nullptr || !call->isArgOperand(&use) || isa<IntrinsicInst>(call) || callee_of(*call) == nullptr)
        continue;
      Places& found = places[{callee_of(*call), call->getArgOperandNo(&use)}];
      found.blocks.insert(call->getParent());
      found.is_last = is_last_pointer(*call, call->getArgOperandNo(&use));
    }
    for (const auto& [to, found] : places) {
      if (!are_on_every_way(found.blocks, argument)) continue;
      out_.array([&] {
        out_.value(argument.getArgNo() - hidden);
        out_.value(unique_name(*to.first));
        out_.value(to.second - (to.first->hasStructRetAttr() ? 1 : 0));
        out_.value(found.is_last);
      });
    }
  }

  /// Calls of what no test can call are left out: the compiler's own functions, the standard library's.
  void write_call(const CallBase& call) {
    const Function* callee = callee_of(call);
    if (callee == nullptr || isa<IntrinsicInst>(call)) return;
    const StringRef name = callee->getName();
    if (any_of(std::initializer_list<const char*>{"_ZNSt", "_ZNKSt", "_ZSt", "__", "_ZN9__gnu_cxx"},
               [&](const char* begin) { return name.starts_with(begin); }))
      return;
    const unsigned first = first_argument(call), end = callee->getFunctionType()->getNumParams();
    if (call.arg_size() < end) return;
    const auto is_pointer = [&](unsigned i) { return call.getArgOperand(i)->getType()->isPointerTy(); };
    bool has_pointer = false;
    for (unsigned i = first; i < end; ++i) has_pointer = has_pointer || is_pointer(i);
    if (!has_pointer) return;
    out_.array([&] {
      out_.value(unique_name(*callee));
      out_.array([&] {
        for (unsigned i = first; i < end; ++i)
          out_.value(is_pointer(i) ? kind_at(*call.getArgOperand(i), call) : kUnknownArgument);
      });
      out_.array([&] {
        for (unsigned i = first; i < end; ++i)
          for (unsigned k = first; is_pointer(i) && k < end; ++k)
            if (call.getArgOperand(k)->getType()->isIntegerTy()) write_pair(call, i, k, first);
      });
    });
  }

  int kind_at(const Value& pointer, const CallBase& call) {
    if (is_fresh(pointer, call, dominators_)) return kFreshArgument;
    const int kind = kind_of(pointer);
    const bool may_be_checked = kind == kUnknownArgument || kind >= kOwnArgument;
    return may_be_checked && is_checked_before(pointer, *call.getParent(), dominators_)
               ? static_cast<int>(kObjectArgument)
               : kind;
  }

  void write_pair(const CallBase& call, unsigned i, unsigned k, unsigned first) {
    const Value& pointer = *call.getArgOperand(i);
    const MaybePair pair = pair_of(pointer, *call.getArgOperand(k), layout_);
    if (!pair) return;
    out_.array([&] {
      out_.value(i - first);
      out_.value(k - first);
      out_.value(static_cast<int>(pair->kind));
      if (pair->kind != kPairOfOwn) return;
      out_.value(pair->own_pointer);
      out_.value(pair->own_number);
    });
  }

  json::OStream& out_;
  Function& function_;
  DominatorTree dominators_;
  const DataLayout& layout_;
};

}  // namespace

void write_arguments(const std::vector<Numbering>& functions, const std::string& path) {
  std::error_code error;
  raw_fd_ostream file(path, error);
  if (error) report_fatal_error(Twine("reenact: cannot write ") + path + ": " + error.message());
  json::OStream out(file);
  out.object([&] {
    out.attribute(kVersionKey, kVersion);
    out.attributeArray(kFunctions, [&] {
      for (const Numbering& each : functions) Writer(out, *each.function).write();
    });
  });
}

}  // namespace reenact::pass
