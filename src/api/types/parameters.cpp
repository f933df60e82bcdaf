#include "api/types/parameters.h"

#include <algorithm>
#include <array>

#include "api/contracts/lifetimes.h"
#include "api/types/allocators.h"
#include "api/types/type_names.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

bool is_text_pointer(QualType given) {
  const QualType type = given.getCanonicalType();
  if (!type->isPointerType()) return false;
  const QualType pointee = type->getPointeeType().getUnqualifiedType();
  return pointee->isCharType() || pointee->isStdByteType() || pointee->isChar8Type();
}

bool sounds_like_array(const std::string& given) {
  const std::string name = lower(given);
  for (const char* word : {"list", "table", "array", "vec", "argv", "entries"})
    if (name.contains(word)) return true;
  return name.size() > 3 && name.ends_with('s') && !name.ends_with("ss") && !name.ends_with("us") &&
         !name.ends_with("is") && !name.ends_with("pos");
}

bool sounds_like_release(const std::string& name) {
  static constexpr std::array<std::string_view, 13> kWords{"free",    "release",    "destroy", "delete",   "dispose",
                                                           "cleanup", "destructor", "destr",   "finalize", "finalizer",
                                                           "dtor",    "dealloc",    "del"};
  return std::ranges::any_of(words_of(name),
                             [](const std::string& word) { return std::ranges::find(kWords, word) != kWords.end(); });
}

namespace {

/// `sockfd`, `input_fd`: the number of an open file or socket?
bool sounds_like_descriptor(const std::string& name) {
  static constexpr std::array<std::string_view, 7> kWords{"fd",     "sockfd",  "sock",      "socket",
                                                          "fildes", "filedes", "descriptor"};
  return std::ranges::any_of(words_of(name),
                             [](const std::string& word) { return std::ranges::find(kWords, word) != kWords.end(); });
}

bool is_void_pointer(QualType type) { return type->isVoidPointerType() && !type->getPointeeType().isConstQualified(); }

/// void (*)(void*)
bool takes_a_block(QualType pointee) {
  const auto* prototype = pointee->getAs<FunctionProtoType>();
  return prototype != nullptr && prototype->getNumParams() == 1 && !prototype->isVariadic() &&
         prototype->getReturnType()->isVoidType() && is_void_pointer(prototype->getParamType(0).getCanonicalType());
}

}  // namespace

void ParameterRules::add_pointer_to(Parameter& parameter, QualType pointee) {
  add(parameter, types_.pointer(types_.context().getPointerType(pointee)), PassMode::kLoad);
}

void ParameterRules::add_handle(QualType held) {
  if (handle_keys_.insert(held.getAsString()).second) handles_.push_back(held);
}

void ParameterRules::add_element(QualType type) {
  if (element_keys_.insert(type.getAsString()).second) elements_.push_back(type);
}

void ParameterRules::name_file(Parameter& parameter) {
  const std::string& spelling = types_[parameter.type].spelling;
  const bool is_string = spelling == "std::string";
  if (!is_string && !spelling.starts_with("const char")) return;
  const Source name{types_.add_file_name(is_string), is_string ? PassMode::kAddress : PassMode::kLoad};
  if (parameter.sources.empty() || parameter.sources.front().type != name.type)
    parameter.sources.insert(parameter.sources.begin(), name);
}

/// Of a parameter that sounds like a file's name: "file", "filename", "path".
void ParameterRules::fill_file_name(Parameter& parameter) {
  const std::string name = lower(parameter.name);
  if (name.contains("file") || name.contains("path") || name.contains("fname")) name_file(parameter);
}

void ParameterRules::fill_text(Parameter& parameter, QualType type) {
  add(parameter, types_.text(), PassMode::kCString);
  add(parameter, types_.pointer(type), PassMode::kLoad);
  const QualType pointee = type->getPointeeType();
  if (!pointee.isConstQualified()) return;
  add_pointer_to(parameter, pointee.getUnqualifiedType());
  fill_file_name(parameter);
}

/// void*, or const void*
void ParameterRules::fill_bytes(Parameter& parameter, bool is_const) {
  add(parameter, types_.text(), PassMode::kBuffer);
  add(parameter, types_.numbers_of(types_.context().FloatTy), PassMode::kBuffer);
  add(parameter, types_.numbers_of(types_.context().IntTy), PassMode::kBuffer);
  add(parameter, parameter.type, PassMode::kLoad);
  // `write_row(to, read_row(from))`: bytes that a call returned.
  const ASTContext& context = types_.context();
  for (const QualType byte : {context.CharTy, context.UnsignedCharTy}) {
    add_pointer_to(parameter, byte);
    if (is_const) add_pointer_to(parameter, byte.withConst());
  }
}

/// A pointer to one number, or to many.
void ParameterRules::fill_scalars(Parameter& parameter, TypeId element, QualType bare) {
  add(parameter, element, PassMode::kAddress);
  if (!bare->isEnumeralType() && !bare->isBooleanType()) add(parameter, types_.numbers_of(bare), PassMode::kBuffer);
  add(parameter, parameter.type, PassMode::kLoad);
}

void ParameterRules::fill_record_pointer(Parameter& parameter, QualType pointee) {
  const QualType bare = pointee.getUnqualifiedType();
  if (sounds_like_array(parameter.name)) add_element(bare);
  add(parameter, parameter.type, PassMode::kLoad);
  if (pointee.isConstQualified()) add_pointer_to(parameter, bare);
  if (types_.complete(bare)) add(parameter, types_.record(bare), PassMode::kAddress);
}

/// T**
void ParameterRules::fill_handle(Parameter& parameter, QualType pointee) {
  if (pointee->getPointeeType()->isFunctionType()) return;  // null only
  const QualType held = pointee.getUnqualifiedType();
  add(parameter, types_.pointer(held), PassMode::kAddress);
  add(parameter, parameter.type, PassMode::kLoad);
  const bool is_text = types_.context().hasSameUnqualifiedType(held->getPointeeType(), types_.context().CharTy);
  if (is_text || (sounds_like_array(parameter.name) && !is_text_pointer(held))) add_element(held);
  if (sounds_like_array(parameter.name)) std::swap(parameter.sources.front(), parameter.sources.back());
  // "T* const*" takes what "T**" takes.
  if (pointee.isConstQualified()) add_pointer_to(parameter, held);
  add_handle(held);
}

/// A function.
void ParameterRules::fill_callback(Parameter& parameter, QualType given) {
  const auto* alias = given->getAs<TypedefType>();
  const std::string name = alias != nullptr ? alias->getDecl()->getNameAsString() : "";
  if (takes_a_block(given->getPointeeType()) && (sounds_like_release(parameter.name) || sounds_like_release(name)))
    add(parameter, types_.add_release(given), PassMode::kLoad);
  if (const auto allocator = allocator_for(given->getPointeeType(), parameter.name + " " + name))
    add(parameter, types_.add_allocator(given, *allocator), PassMode::kLoad);
  add(parameter, parameter.type, PassMode::kLoad);
}

/// Whatever it points to, null is there.
void ParameterRules::fill_pointer(Parameter& parameter, QualType given) {
  const QualType type = given.getCanonicalType().getUnqualifiedType(), pointee = type->getPointeeType();
  const bool is_handle = handle_name(given).has_value();
  const auto* outer = given->getAs<PointerType>();
  parameter.nullable = true;
  parameter.type = types_.pointer(is_handle ? given : type);
  parameter.may_keep_block = !is_handle && is_void_pointer(type);
  // `node_t`, for `typedef void* node_t`, is what the functions that return one make; bytes where there are none
  // (Builder).
  if (is_handle)
    add(parameter, parameter.type, PassMode::kLoad);
  else if (pointee->isFunctionType())
    fill_callback(parameter, given);
  else if (outer != nullptr && handle_name(outer->getPointeeType()))
    fill_handle(parameter, outer->getPointeeType());
  else if (is_text_pointer(type))
    fill_text(parameter, type);
  else if (pointee->isVoidType())
    fill_bytes(parameter, pointee.isConstQualified());
  else if (const auto element = types_.scalar(pointee.getUnqualifiedType()))
    fill_scalars(parameter, *element, pointee.getUnqualifiedType());
  else if (pointee->isRecordType())
    fill_record_pointer(parameter, pointee);
  else if (types_.is_array_made(pointee))
    parameter.sources = {{types_.array(pointee), PassMode::kAddress}, {parameter.type, PassMode::kLoad}};
  else if (pointee->isPointerType())
    fill_handle(parameter, pointee);
}

/// T*& is an out-parameter: the variable itself.
bool ParameterRules::fill_pointer_reference(Parameter& parameter, QualType pointer) {
  if (pointer->getPointeeType()->isFunctionType()) return false;
  parameter.type = types_.pointer(pointer);
  add(parameter, parameter.type, PassMode::kAddress);
  add_handle(pointer);
  return true;
}

void ParameterRules::fill_record(Parameter& parameter, QualType bare, bool reads_only) {
  parameter.type = types_.record(bare);
  add(parameter, parameter.type, PassMode::kAddress);
  add_pointer_to(parameter, bare);
  if (reads_only) add_pointer_to(parameter, bare.withConst());
  if (reads_only && types_[parameter.type].spelling == "std::string") fill_file_name(parameter);
}

/// 16 of `const uint8_t key[16]`, 3 of `vec3 v` where that is `typedef float vec3[3]`; 0: none are declared, or one (`jmp_buf`), or so many that a
/// test does not spell them out.
static std::uint32_t declared_elements(const DecayedType* decayed, const ASTContext& context) {
  constexpr std::uint64_t kMost = 4096;
  const auto* declared = decayed == nullptr ? nullptr : context.getAsConstantArrayType(decayed->getOriginalType());
  const std::uint64_t elements = declared == nullptr ? 0 : declared->getSize().getLimitedValue(kMost + 1);
  return elements > 1 && elements <= kMost ? static_cast<std::uint32_t>(elements) : 0;
}

bool ParameterRules::fill(Parameter& parameter, QualType given) {
  QualType type = given.getCanonicalType();
  const bool is_reference = type->isReferenceType();
  parameter.by_value = !is_reference || type->isRValueReferenceType();
  if (is_reference) type = type->getPointeeType();
  // "float m[4][4]" as a parameter is a pointer to its first row; what is meant is the whole.
  const auto* decayed = given->getAs<DecayedType>();
  const bool is_matrix = decayed != nullptr && decayed->getPointeeType()->isArrayType();
  const QualType array = is_matrix ? decayed->getOriginalType().getCanonicalType() : type;
  if (array->isArrayType() && types_.is_array_made(array)) {
    parameter.type = types_.array(array);
    parameter.by_value = false;
    add(parameter, parameter.type, PassMode::kAddress);
    return true;
  }
  if (type->isDependentType() || type->isArrayType() || type->isFunctionType() || type->isMemberPointerType() ||
      !can_be_named(type))
    return false;
  const QualType bare = type.getUnqualifiedType();
  parameter.least = declared_elements(decayed, types_.context());
  if (bare->isPointerType()) {
    if (!parameter.by_value) return !type.isConstQualified() && fill_pointer_reference(parameter, bare);
    fill_pointer(parameter, is_reference ? type : given);
    return true;
  }
  if (const auto id = types_.scalar(bare)) {
    parameter.type = *id;
    parameter.const_number = is_reference && !parameter.by_value && type.isConstQualified();
    if (!is_reference && bare == types_.context().IntTy && sounds_like_descriptor(parameter.name))
      add(parameter, types_.add_descriptor(), PassMode::kAddress);
    add(parameter, *id, PassMode::kAddress);
    return true;
  }
  if (bare->isNullPtrType() || !bare->isRecordType() || bare->getAsCXXRecordDecl() == nullptr || !types_.complete(bare))
    return false;
  fill_record(parameter, bare, type.isConstQualified() || !is_reference);
  return true;
}

}  // namespace reenact::api
