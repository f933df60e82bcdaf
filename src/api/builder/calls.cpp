// What can be called: functions, methods and operators, and templates with arguments that are worth a try.
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "api/builder/builder.h"
#include "api/contracts/lifetimes.h"
#include "api/types/called_with_anything.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

/// A call as a test shows it ("{0.}at({1})") and as its thunk spells it.
struct CallText {
  std::string shown, passed;
};

CallText function_text(const std::string& called, OverloadedOperatorKind op, const Arguments& given) {
  const std::size_t n = given.shown.size();
  const char* const sign = getOperatorSpelling(op);
  if (op != OO_None && op != OO_Call && op != OO_Subscript && n == 2)
    return {fmt::format("{} {} {}", given.shown[0], sign, given.shown[1]),
            fmt::format("{} {} {}", given.passed[0], sign, given.passed[1])};
  if (op != OO_None && n == 1)
    return {fmt::format("{}{}", sign, given.shown[0]), fmt::format("{}{}", sign, given.passed[0])};
  return {fmt::format("{}({})", called, fmt::join(given.shown, ", ")),
          fmt::format("{}({})", called, fmt::join(given.passed, ", "))};
}

/// An operator applied to an object; `self` and `object`: the object as a test and as a thunk spells it. Nothing for
/// what is called by its name.
std::optional<CallText> operator_text(const std::string& self, const std::string& object, OverloadedOperatorKind op,
                                      const Arguments& given) {
  const std::size_t n = given.shown.size();
  const char* const sign = getOperatorSpelling(op);
  if (op == OO_Subscript && n == 1)
    return CallText{fmt::format("{}[{}]", self, given.shown[0]), fmt::format("{}[{}]", object, given.passed[0])};
  if (op == OO_Call)
    return CallText{fmt::format("{}({})", self, fmt::join(given.shown, ", ")),
                    fmt::format("{}({})", object, fmt::join(given.passed, ", "))};
  if (op == OO_None || op == OO_Arrow) return std::nullopt;
  if (n == 1)
    return CallText{fmt::format("{} {} {}", self, sign, given.shown[0]),
                    fmt::format("{} {} {}", object, sign, given.passed[0])};
  if (n == 0) return CallText{fmt::format("{}{}", sign, self), fmt::format("{}{}", sign, object)};
  return std::nullopt;
}

/// A const overload hides behind its non-const twin (`T& at()`, `const T& at() const`): a test reaches it through
/// std::as_const.
bool has_mutable_twin(const CXXMethodDecl* method) {
  if (!method->isConst()) return false;
  return std::ranges::any_of(method->getParent()->lookup(method->getDeclName()), [](const NamedDecl* twin) {
    const auto* other = dyn_cast_or_null<CXXMethodDecl>(twin->getAsFunction());
    return other != nullptr && !other->isConst() && !other->isStatic();
  });
}

/// How a method is reached: its class, or the object as a thunk spells it.
struct Receiver {
  std::string owner, object;
};

CallText method_text(const CXXMethodDecl* method, const std::string& template_arguments, bool through_const,
                     const Receiver& receiver, const Arguments& given) {
  const std::string self = through_const ? "std::as_const({0})" : "{0}";
  if (const auto text = operator_text(self, receiver.object, method->getOverloadedOperator(), given)) return *text;
  const std::string name = method->getNameAsString() + template_arguments;
  const std::string called = (template_arguments.empty() ? "" : "template ") + name;
  const std::string shown = fmt::format("{}({})", name, fmt::join(given.shown, ", "));
  const std::string passed = fmt::format("{}({})", called, fmt::join(given.passed, ", "));
  if (method->isStatic()) return {receiver.owner + "::" + shown, receiver.owner + "::" + passed};
  return {(through_const ? "std::as_const({0})." : "{0.}") + shown, receiver.object + "." + passed};
}

/// With all parameters and, if some have defaults, without those.
std::vector<std::size_t> argument_counts(const FunctionDecl* function) {
  const std::size_t count = function->getNumParams(), required = function->getMinRequiredArguments();
  return required == count ? std::vector{count} : std::vector{count, required};
}

/// `object[x]` and `object(x)` can mean nothing else, whatever `x` is: all overloads take the same, and the object does not become a pointer.
bool stands_alone(ASTContext& context, const CXXMethodDecl* method) {
  const OverloadedOperatorKind op = method->getOverloadedOperator();
  const CXXRecordDecl* record = method->getParent();
  if ((op != OO_Subscript && op != OO_Call) || !record->getVisibleConversionFunctions().empty()) return false;
  return llvm::all_of(record->lookup(method->getDeclName()), [&](const NamedDecl* each) {
    const auto* other = dyn_cast<CXXMethodDecl>(each);
    return other != nullptr &&
           llvm::equal(other->parameters(), method->parameters(), [&](const ParmVarDecl* a, const ParmVarDecl* b) {
             return context.hasSameType(a->getType(), b->getType());
           });
  });
}

/// Here, or by the template that it is an instance of.
bool is_defined(const FunctionDecl* function) {
  const FunctionDecl* made_of = function->getTemplateInstantiationPattern();
  return function->hasBody() || (made_of != nullptr && made_of->hasBody());
}

}  // namespace

void Builder::add_function(const FunctionDecl* function, const std::string& template_arguments) {
  if (function->isDeleted() || isa<CXXMethodDecl>(function) || function->isMain() ||
      !seen_.insert(function->getCanonicalDecl()).second)
    return;
  if (function->getDeclName().getNameKind() == DeclarationName::CXXDeductionGuideName || function->isDependentContext())
    return;
  if (function->getStorageClass() == SC_Static && !is_defined(function)) return;
  const std::string name = function->getQualifiedNameAsString();
  const OverloadedOperatorKind op = function->getOverloadedOperator();
  Callable callable = make(op != OO_None ? CallableKind::kOperator : CallableKind::kFunction, name, owner_of(function));
  set_function(callable, GlobalDecl(function));
  if (function->isExternC())
    (shown_.contains(name) || mentioned_.contains(name) ? shown_functions_ : other_functions_).push_back(function);
  if (op == OO_None && add_with_va_list(callable, function)) return;
  for (const std::size_t n : argument_counts(function)) {
    Callable one = callable;
    if (!fill_parameters(one, function, n)) continue;
    const CallText text = function_text(name + template_arguments, op, arguments_of(function, n, 0));
    one.expression = text.shown;
    if (function->isVariadic() && add_with_taken_arguments(one, function)) continue;
    if (function->isVariadic()) add_with_more_arguments(one, function, {name, name, ""});
    finish_call(std::move(one), function->getReturnType(), text.passed);
  }
}

namespace {

/// `window->destroy()`, where nobody else can destroy a Window.
bool ends_object(const CXXMethodDecl* method) {
  const CXXDestructorDecl* destructor = method->getParent()->getDestructor();
  return !method->isConst() && destructor != nullptr && destructor->getAccess() != AS_public &&
         says_end(method->getNameAsString());
}

}  // namespace

void Builder::add_method(const CXXMethodDecl* method, const std::string& template_arguments) {
  const bool through_const = has_mutable_twin(method);
  if (method->isDeleted() || method->isDependentContext() || (method->getRefQualifier() == RQ_RValue)) return;
  const CXXRecordDecl* record = method->getParent();
  const std::string owner = types_.spelling(context_.getRecordType(record));
  const OverloadedOperatorKind op = method->getOverloadedOperator();
  Callable callable = make(op != OO_None        ? CallableKind::kOperator
                           : method->isStatic() ? CallableKind::kStaticMethod
                                                : CallableKind::kMethod,
                           owner + "::" + method->getNameAsString(), owner);
  set_function(callable, GlobalDecl(method));
  callable.mutates_object = !method->isStatic() && !method->isConst();
  callable.stands_alone = stands_alone(context_, method);
  for (const std::size_t n : argument_counts(method)) {
    Callable one = callable;
    std::size_t shift = 0;
    std::string object;
    if (!method->isStatic()) {
      Parameter self;
      self.name = lower(record->getNameAsString());
      QualType type = context_.getRecordType(record);
      if (method->isConst()) type = type.withConst();
      if (!parameters_.fill(self, context_.getLValueReferenceType(type))) return;
      self.releases = n == 0 && ends_object(method);
      one.parameters.push_back(std::move(self));
      object = fmt::format("(*({}*)in[0])", types_.spelling(type));
      shift = 1;
    }
    if (!fill_parameters(one, method, n)) continue;
    const Arguments given = arguments_of(method, n, shift);
    const CallText text = method_text(method, template_arguments, through_const, {owner, object}, given);
    one.expression = text.shown;
    if (through_const) one.includes.push_back("<utility>");
    finish_call(std::move(one), method->getReturnType(), text.passed);
  }
}

/// Of each instance that the report shows, "operator[]<char const>", "parse<Reader&, std::string>", its arguments up to the first that is no
/// type, or cannot be spelled outside of the reporter's program.
std::vector<std::vector<QualType>> Builder::reported_arguments(const FunctionTemplateDecl* function) const {
  const std::string begin = function_aliases(identifier(function->getNameAsString()));
  std::map<std::string, std::vector<QualType>> instances;  // by their numbers
  for (const Decl* seed : context_.getTranslationUnitDecl()->decls()) {
    const auto* alias = dyn_cast<TypedefNameDecl>(seed);
    if (alias == nullptr || alias->isInvalidDecl() || !alias->getName().starts_with(begin)) continue;
    const auto [instance, argument] = alias->getName().drop_front(begin.size()).split('_');
    std::vector<QualType>& arguments = instances[instance.str()];
    if (argument == std::to_string(arguments.size())) arguments.push_back(alias->getUnderlyingType());
  }
  std::vector<std::vector<QualType>> result;
  for (auto& [instance, arguments] : instances)
    if (!arguments.empty()) result.push_back(std::move(arguments));
  return result;
}

/// The first type of each function template's instance that the report shows: where it has `Parser::resolve<JsonAdapter>`, one may come to it by
/// `Parser::populate<JsonAdapter>`, which is not in it.
std::vector<std::vector<QualType>> Builder::arguments_of_others() const {
  constexpr std::size_t kMost = 3;
  std::vector<std::vector<QualType>> result;
  for (const Decl* seed : context_.getTranslationUnitDecl()->decls()) {
    const auto* alias = dyn_cast<TypedefNameDecl>(seed);
    if (alias == nullptr || alias->isInvalidDecl() || !alias->getName().starts_with(kAliasesOfFunctions) ||
        !alias->getName().ends_with("_0"))
      continue;
    const QualType type = alias->getUnderlyingType();
    const auto is_it = [&](const std::vector<QualType>& each) { return context_.hasSameType(each.front(), type); };
    if (type->getAsCXXRecordDecl() != nullptr && result.size() < kMost && std::ranges::none_of(result, is_it))
      result.push_back({type});
  }
  return result;
}

/// Explicit type arguments, each a list: none, those that the report shows, and a few common types.
std::vector<std::vector<QualType>> Builder::template_arguments_worth_a_try(const FunctionTemplateDecl* function) const {
  const TemplateParameterList* parameters = function->getTemplateParameters();
  std::vector<std::vector<QualType>> choices;
  if (parameters->getMinRequiredArguments() == 0 && !parameters->hasParameterPack()) choices.push_back({});
  std::ranges::copy(reported_arguments(function), std::back_inserter(choices));
  if (choices.empty() && parameters->getMinRequiredArguments() == 1) choices = arguments_of_others();
  if (parameters->getMinRequiredArguments() == 1 && isa<TemplateTypeParmDecl>(parameters->getParam(0)) &&
      !parameters->getParam(0)->isParameterPack()) {
    choices.push_back({context_.IntTy});
    choices.push_back({context_.getPointerType(context_.CharTy.withConst())});
    if (const NamespaceDecl* standard = sema_.getStdNamespace(); standard != nullptr)
      for (const NamedDecl* each : standard->lookup(&context_.Idents.get("string")))
        if (const auto* alias = dyn_cast<TypedefNameDecl>(each)) choices.push_back({alias->getUnderlyingType()});
    choices.push_back({context_.DoubleTy});
  }
  return choices;
}

/// `template <class T, std::size_t n> f(const T (&values)[n])`: four numbers, or four characters. Empty: it is none.
std::vector<std::vector<TemplateArgument>> Builder::arguments_for_arrays(const FunctionTemplateDecl* function) const {
  constexpr std::uint64_t kSize = 4;
  const TemplateParameterList* parameters = function->getTemplateParameters();
  const unsigned count = parameters->getMinRequiredArguments();
  const bool takes_array =
      std::ranges::any_of(function->getTemplatedDecl()->parameters(), [&](const ParmVarDecl* each) {
        return each->getType()->isReferenceType() &&
               context_.getAsDependentSizedArrayType(each->getType().getNonReferenceType()) != nullptr;
      });
  if (!takes_array || count == 0 || !function_objects_.are_deduced(function)) return {};
  std::vector<std::vector<TemplateArgument>> choices;
  bool has_type = false;
  for (const QualType element : {QualType(context_.IntTy), QualType(context_.CharTy)}) {
    std::vector<TemplateArgument> choice;
    for (unsigned i = 0; i < count; ++i) {
      const auto* number = dyn_cast<NonTypeTemplateParmDecl>(parameters->getParam(i));
      if (number != nullptr && number->getType()->isIntegerType())
        choice.emplace_back(context_, context_.MakeIntValue(kSize, number->getType()), number->getType());
      else if (isa<TemplateTypeParmDecl>(parameters->getParam(i)))
        choice.emplace_back(element);
      else
        return {};
      has_type = has_type || number == nullptr;
    }
    choices.push_back(std::move(choice));
    if (!has_type) break;
  }
  return choices;
}

namespace {

/// `template <typename... Args, enable_if_t<...> = 0>`.
bool has_defaults_behind_pack(const FunctionTemplateDecl* function) {
  const TemplateParameterList* parameters = function->getTemplateParameters();
  return parameters->hasParameterPack() && !parameters->asArray().back()->isParameterPack();
}

}  // namespace

/// The arguments that the function's parameters get where all that are left belong to a pack, and defaults follow. (For clang's own check a
/// pack takes what follows, too: only a call's deduction gets further.) False: they do not fit.
bool Builder::check_around_pack(FunctionTemplateDecl* function, TemplateArgumentListInfo& given,
                                SmallVectorImpl<TemplateArgument>& converted) {
  const SourceLocation at = function->getLocation();
  SmallVector<TemplateArgument> as_written;  // the types of later parameters are made of it
  unsigned next = 0;
  for (NamedDecl* parameter : *function->getTemplateParameters()) {
    if (parameter->isParameterPack()) {
      SmallVector<TemplateArgument> pack, pack_as_written;
      for (; next < given.size(); ++next)
        if (sema_.CheckTemplateArgument(parameter, given[next], function, at, at, static_cast<unsigned>(pack.size()),
                                        pack_as_written, pack, Sema::CTAK_Specified))
          return false;
      converted.push_back(TemplateArgument::CreatePackCopy(context_, pack));
      as_written.push_back(TemplateArgument::CreatePackCopy(context_, pack_as_written));
      continue;
    }
    bool is_there = next < given.size();
    TemplateArgumentLoc argument = is_there ? given[next++]
                                            : sema_.SubstDefaultTemplateArgumentIfAvailable(
                                                  function, at, at, parameter, as_written, converted, is_there);
    if (!is_there || argument.getArgument().isNull() ||
        sema_.CheckTemplateArgument(parameter, argument, function, at, at, 0, as_written, converted,
                                    Sema::CTAK_Specified))
      return false;
  }
  return true;
}

std::optional<Builder::Instantiated> Builder::instantiated(FunctionTemplateDecl* function,
                                                           const std::vector<TemplateArgument>& explicit_arguments,
                                                           const Sema::SFINAETrap& trap) {
  TemplateArgumentListInfo given;
  std::vector<std::string> spelled;
  for (const TemplateArgument& each : explicit_arguments) {
    const bool is_type = each.getKind() == TemplateArgument::Type;
    given.addArgument(sema_.getTrivialTemplateArgumentLoc(each, is_type ? QualType() : each.getIntegralType(),
                                                          function->getLocation()));
    spelled.push_back(is_type ? types_.spelling(each.getAsType())
                              : fmt::to_string(each.getAsIntegral().getZExtValue()));
  }
  const std::string arguments = spelled.empty() ? "" : fmt::format("<{}>", fmt::join(spelled, ", "));
  SmallVector<TemplateArgument> sugared, canonical;
  if (has_defaults_behind_pack(function)) {
    if (!check_around_pack(function, given, canonical)) return std::nullopt;
  } else if (sema_.CheckTemplateArgumentList(function, function->getLocation(), given, false, sugared, canonical)) {
    return std::nullopt;
  }
  TemplateArgumentList* list = TemplateArgumentList::CreateCopy(context_, canonical);
  const FunctionDecl* made = sema_.InstantiateFunctionDeclaration(function, list, function->getLocation());
  if (made == nullptr || trap.hasErrorOccurred() || made->isInvalidDecl() || made->getReturnType()->isUndeducedType())
    return std::nullopt;
  return Instantiated{made, arguments};
}

namespace {

/// The types a class template's instance is made of, each once: long of Point<long>, int and char of Any<int, char>.
std::vector<QualType> own_arguments(const CXXRecordDecl* record) {
  std::vector<QualType> result;
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (made == nullptr) return result;
  const auto add = [&](const TemplateArgument& each) {
    if (each.getKind() != TemplateArgument::Type) return;
    const QualType type = each.getAsType().getCanonicalType();
    if (std::ranges::find(result, type) == result.end()) result.push_back(type);
  };
  for (const TemplateArgument& each : made->getTemplateArgs().asArray())
    if (each.getKind() == TemplateArgument::Pack)
      std::ranges::for_each(each.pack_elements(), add);
    else
      add(each);
  return result;
}

/// A copy, or a conversion: `template <typename U> Point(const Point<U>& other)`.
bool takes_its_like(const CXXConstructorDecl* constructor) {
  if (constructor->getNumParams() == 0) return false;
  const auto* taken = constructor->getParamDecl(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
  const auto template_of = [](const CXXRecordDecl* record) -> const ClassTemplateDecl* {
    const auto* made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
    return made == nullptr ? nullptr : made->getSpecializedTemplate()->getCanonicalDecl();
  };
  const CXXRecordDecl* record = constructor->getParent();
  return taken == record || (template_of(taken) != nullptr && template_of(taken) == template_of(record));
}

bool has_same_parameters(const CXXConstructorDecl* one, const CXXConstructorDecl* other) {
  const auto type_of = [](const ParmVarDecl* each) { return each->getType().getCanonicalType(); };
  return std::ranges::equal(one->parameters(), other->parameters(), {}, type_of, type_of);
}

/// `template <typename It> Ring(It first, It last)`: of its one template parameter, two parameters that are a range.
bool takes_range(const FunctionTemplateDecl* function) {
  const auto* type = cast<TemplateTypeParmDecl>(function->getTemplateParameters()->getParam(0));
  const ArrayRef<ParmVarDecl*> all = function->getTemplatedDecl()->parameters();
  const auto is_of_it = [&](const ParmVarDecl* each) {
    return each->getType().getCanonicalType().getTypePtr() ==
           type->getTypeForDecl()->getCanonicalTypeInternal().getTypePtr();
  };
  for (std::size_t i = 1; i < all.size(); ++i)
    if (is_of_it(all[i - 1]) && is_of_it(all[i]) &&
        name_range(all[i - 1]->getNameAsString(), all[i]->getNameAsString()))
      return true;
  return false;
}

}  // namespace

namespace {

/// `template <typename... Args> Reader(Args&&... args)`, `template <typename... Args> Pool(std::size_t size, Args&&... args)`.
bool takes_whatever_is_given(const FunctionTemplateDecl* function) {
  const TemplateParameterList* parameters = function->getTemplateParameters();
  const ArrayRef<ParmVarDecl*> taken = function->getTemplatedDecl()->parameters();
  return parameters->size() == 1 && isa<TemplateTypeParmDecl>(parameters->getParam(0)) &&
         parameters->hasParameterPack() && !taken.empty() && taken.back()->isParameterPack();
}

/// A literal, "char const (&) [17]", is handed over as a pointer.
QualType handed_over(QualType type, const ASTContext& context) {
  type = type.getNonReferenceType().getUnqualifiedType();
  return type->isArrayType() ? context.getArrayDecayedType(type) : type;
}

/// The constructors by which the parts of `record`, its fields and bases, are made of something.
std::vector<const CXXConstructorDecl*> constructors_of_parts(const CXXRecordDecl* record) {
  constexpr unsigned kMost = 4;  // parameters
  std::vector<const CXXRecordDecl*> parts;
  for (const CXXBaseSpecifier& base : record->bases()) parts.push_back(base.getType()->getAsCXXRecordDecl());
  for (const FieldDecl* field : record->fields()) parts.push_back(field->getType()->getAsCXXRecordDecl());
  std::vector<const CXXConstructorDecl*> result;
  for (const CXXRecordDecl* part : parts)
    if (part != nullptr && part->hasDefinition() && !part->isInStdNamespace())
      std::ranges::copy_if(part->ctors(), std::back_inserter(result), [](const CXXConstructorDecl* each) {
        return each->getAccess() == AS_public && !each->isCopyOrMoveConstructor() && !each->isDeleted() &&
               each->getNumParams() > 0 && each->getNumParams() <= kMost;
      });
  return result;
}

}  // namespace

/// `template <typename... Args> Reader(Args&&... args) : source(std::forward<Args>(args)...)`: as the report shows it, else with what the parts of a
/// Reader are made of. Where that is the same, their parameters' names tell more than "args". One that takes something else before may be
/// given no more: `Pool(1024)`.
void Builder::instantiate_forwarding(FunctionTemplateDecl* function, const CXXRecordDecl* record) {
  const bool takes_others = function->getTemplatedDecl()->getNumParams() > 1;
  const int most = takes_others ? 1 : 3;  // instances of one constructor
  std::vector<const CXXConstructorDecl*> of_parts;
  if (!takes_others) of_parts = constructors_of_parts(record);
  const auto types_of = [&](const CXXConstructorDecl* each) {
    std::vector<QualType> types;
    for (const ParmVarDecl* parameter : each->parameters())
      types.push_back(handed_over(parameter->getType(), context_));
    return types;
  };
  std::vector<std::vector<QualType>> choices = reported_arguments(function);
  std::ranges::transform(of_parts, std::back_inserter(choices), types_of);
  if (takes_others) choices.emplace_back();
  int added = 0;
  for (std::vector<QualType>& types : choices) {
    for (QualType& each : types) each = handed_over(each, context_);
    const auto named = std::ranges::find_if(of_parts, [&](const CXXConstructorDecl* each) {
      return std::ranges::equal(types_of(each), types,
                                [&](QualType a, QualType b) { return context_.hasSameType(a, b); });
    });
    if (added < most && add_deduced(function, record, types, named == of_parts.end() ? nullptr : *named)) ++added;
  }
}

/// `template <typename U> Point(U x, U y)` of a Point<long>: two longs. Its template arguments cannot be written, only deduced.
void Builder::instantiate_constructor(FunctionTemplateDecl* function, const CXXRecordDecl* record) {
  const TemplateParameterList* parameters = function->getTemplateParameters();
  if (record != nullptr && can_be_constructed(record) && takes_whatever_is_given(function))
    return instantiate_forwarding(function, record);
  if (record == nullptr || !can_be_constructed(record) || parameters->hasParameterPack() ||
      parameters->getMinRequiredArguments() != 1 || !isa<TemplateTypeParmDecl>(parameters->getParam(0)) ||
      !function_objects_.are_deduced(function))
    return;
  const auto add_with = [&](QualType type) { return add_deduced(function, record, {type}); };
  if (std::ranges::count_if(own_arguments(record), add_with) > 0) return;
  if (takes_range(function)) {
    const auto add_over = [&](QualType element) {
      const QualType vector = function_objects_.vector_of(element);
      const QualType iterator = vector.isNull() ? QualType() : member_type(vector->getAsCXXRecordDecl(), "iterator");
      return !iterator.isNull() && add_with(iterator) && types_.variable(vector);
    };
    if (std::ranges::count_if(own_arguments(record), add_over) > 0) return;
  }
  constexpr int kMost = 2;  // instances of one constructor
  int added = 0;
  for (const std::vector<QualType>& each : template_arguments_worth_a_try(function))
    if (added < kMost && each.size() == 1 && add_with(each.front())) ++added;
}

/// With these template arguments; false: there is no such constructor, or another one takes the same. `named`: gives its parameters their names;
/// may be null.
bool Builder::add_deduced(FunctionTemplateDecl* function, const CXXRecordDecl* record,
                          const std::vector<QualType>& types, const CXXConstructorDecl* named) {
  if (!function_objects_.compiles(function, types)) return false;
  const Sema::SFINAETrap trap(sema_, true);
  const auto made = instantiated(function, {types.begin(), types.end()}, trap);
  const auto* constructor = made ? dyn_cast<CXXConstructorDecl>(made->function) : nullptr;
  if (constructor == nullptr || constructor->isDeleted() || takes_its_like(constructor) ||
      std::ranges::any_of(record->ctors(),
                          [&](const CXXConstructorDecl* each) { return has_same_parameters(each, constructor); }))
    return false;
  for (unsigned i = 0; named != nullptr && i < std::min(named->getNumParams(), constructor->getNumParams()); ++i)
    const_cast<ParmVarDecl*>(constructor->getParamDecl(i))->setDeclName(named->getParamDecl(i)->getDeclName());
  const std::size_t first = api_.callables.size();
  add_constructor_with_defaults(record, constructor);
  for (std::size_t i = first; i < api_.callables.size(); ++i) api_.callables[i].deduces = true;
  return api_.callables.size() > first;
}

void Builder::instantiate(FunctionTemplateDecl* function, const CXXRecordDecl* record) {
  if (!is_reachable(function) || !seen_.insert(function->getCanonicalDecl()).second) return;
  if (function->getTemplatedDecl()->getDeclName().getNameKind() == DeclarationName::CXXConstructorName)
    return instantiate_constructor(function, record);
  std::set<std::string> tried;
  const std::vector<QualType> called = function_objects_.arguments_for(function);
  const bool calls = !called.empty();
  std::vector<std::vector<TemplateArgument>> choices;
  if (!calls) choices = arguments_for_arrays(function);
  const bool forwards = !calls && takes_whatever_is_given(function);
  const bool is_plain = (calls || forwards || !choices.empty()) && function_objects_.are_deduced(function);
  // What calls its parameters takes nothing else.
  if (choices.empty())
    for (std::vector<QualType> types :
         calls ? std::vector<std::vector<QualType>>{called} : template_arguments_worth_a_try(function)) {
      for (QualType& each : types)
        if (forwards) each = handed_over(each, context_);
      choices.emplace_back(types.begin(), types.end());
    }
  for (const std::vector<TemplateArgument>& types : choices) {
    // To the end of the round: what goes wrong while its types are looked at is no error of the subject either.
    const Sema::SFINAETrap trap(sema_, true);
    auto made = instantiated(function, types, trap);
    if (!made || !tried.insert(made->arguments).second) continue;
    if (is_plain) made->arguments.clear();
    const std::size_t first = api_.callables.size();
    if (const auto* method = dyn_cast<CXXMethodDecl>(made->function)) {
      add_method(method, made->arguments);
    } else if (record == nullptr) {
      add_function(made->function, made->arguments);
    }
    for (std::size_t i = first; calls && is_plain && i < api_.callables.size(); ++i) calls_function_objects_.insert(i);
  }
}

namespace {

/// `CalledWithAnything<int> visit(3);` as a lambda.
void make_generic_lambda(Callable& callable, const std::string& spelled) {
  const std::string result(spelled.substr(spelled.find('<') + 1, spelled.rfind('>') - spelled.find('<') - 1));
  callable.expression =
      callable.parameters.empty() ? "[](auto&&...) {}" : fmt::format("[](auto&&...) -> {} {{ return {{0}}; }}", result);
  callable.declaration = "auto {r} = " + callable.expression + ";";
  callable.preamble.clear();
}

}  // namespace

/// Where templates alone take a function object of that kind, it is a lambda, and never empty. What a class is made of,
/// `SortedList<int, std::function<bool(int, int)>>`, stays that.
void Builder::make_lambdas_plain() {
  std::set<TypeId> wanted, of_functions, of_classes;
  for (const Callable& callable : api_.callables) {
    if (callable.kind == CallableKind::kCallback) continue;  // one that calls such a template
    std::set<TypeId>& taken = keepers_.contains(callable.owner)                       ? of_classes
                              : calls_function_objects_.contains(callable.id.index()) ? of_functions
                                                                                      : wanted;
    for (const Parameter& parameter : callable.parameters) taken.insert(parameter.type);
  }
  for (Callable& callable : api_.callables) {
    if (!callable.result || wanted.contains(*callable.result)) continue;
    const bool is_kept = of_classes.contains(*callable.result);
    const std::string spelled = types_[*callable.result].spelling;
    if (!is_kept && !of_functions.contains(*callable.result)) continue;
    if (!is_kept && spelled.starts_with(kCalledWithAnythingName)) make_generic_lambda(callable, spelled);
    if (!spelled.starts_with("std::function<")) continue;
    for (Parameter& parameter : callable.parameters) parameter.nullable = false;
    if (callable.declaration == spelled + " {r};") {
      callable.usable = false;
      reading_.thunks[callable.id.index()].clear();
    } else if (callable.declaration.starts_with(spelled + " {r} = [](") && !is_kept) {
      callable.declaration.replace(0, spelled.size(), "auto");
      callable.includes.clear();
    }
  }
}

}  // namespace reenact::api
