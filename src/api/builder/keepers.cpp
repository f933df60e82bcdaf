// Class templates that keep function objects, `SortedList<int, main::$_0>`: instances that a test can make.
#include <clang/AST/DeclTemplate.h>

#include <algorithm>
#include <charconv>

#include "api/builder/builder.h"

namespace reenact::api {

using namespace clang;

namespace {

/// "16ul" as a value of that type; nullopt: it is none.
std::optional<TemplateArgument> value_of(ASTContext& context, const std::string& text, QualType type) {
  std::uint64_t value = text == "true" ? 1 : 0;
  const bool is_word = text == "true" || text == "false";
  if (!type->isIntegralOrEnumerationType() ||
      (!is_word && std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc()))
    return std::nullopt;
  return TemplateArgument(context, context.MakeIntValue(value, type), type);
}

/// Does argument `i` name one before it that is not known, in brackets of its own?
bool mentions_unknown(const std::vector<std::string>& arguments, const FunctionObjects::Known& known, std::size_t i) {
  const std::string& text = arguments[i];
  const auto open = text.find('<');
  if (open == std::string::npos) return false;
  for (std::size_t k = 0; k < i; ++k) {
    if (known[k] || arguments[k].empty()) continue;
    for (auto at = text.find(arguments[k], open); at != std::string::npos; at = text.find(arguments[k], at + 1)) {
      const std::size_t end = at + arguments[k].size();
      const auto is_of_word = [&](std::size_t place) {
        return text[place] == '_' || text[place] == ':' || isalnum(static_cast<unsigned char>(text[place])) != 0;
      };
      if (!is_of_word(at - 1) && (end == text.size() || !is_of_word(end))) return true;
    }
  }
  return false;
}

/// An alias of the prelude, if it could be declared.
const TypedefNameDecl* alias_named(ASTContext& context, const std::string& name) {
  for (NamedDecl* each : context.getTranslationUnitDecl()->lookup(&context.Idents.get(name)))
    if (const auto* alias = dyn_cast<TypedefNameDecl>(each); alias != nullptr && !alias->isInvalidDecl()) return alias;
  return nullptr;
}

}  // namespace

ClassTemplateDecl* Builder::class_template(const std::string& name) const {
  const auto found = std::ranges::find_if(
      class_templates_, [&](const ClassTemplateDecl* each) { return each->getQualifiedNameAsString() == name; });
  return found == class_templates_.end() ? nullptr : *found;
}

std::optional<FunctionObjects::Known> Builder::known_arguments(const ClassTemplateDecl* made_of,
                                                               const ReportedClass& reported,
                                                               std::size_t number) const {
  const TemplateParameterList* parameters = made_of->getTemplateParameters();
  if (reported.arguments.size() < parameters->getMinRequiredArguments() ||
      reported.arguments.size() > parameters->size() || parameters->hasParameterPack())
    return std::nullopt;
  FunctionObjects::Known result;
  for (std::size_t i = 0; i < reported.arguments.size(); ++i) {
    const NamedDecl* parameter = parameters->getParam(static_cast<unsigned>(i));
    // `Table<Job, std::hash<Job>>`: the defaults from there on say what fits the type that Job becomes.
    if (i >= parameters->getMinRequiredArguments() && mentions_unknown(reported.arguments, result, i)) break;
    result.emplace_back();
    if (const auto* value = dyn_cast<NonTypeTemplateParmDecl>(parameter)) {
      result.back() = value_of(context_, reported.arguments[i], value->getType());
      if (!result.back()) return std::nullopt;
    } else if (!isa<TemplateTypeParmDecl>(parameter)) {
      return std::nullopt;
    } else if (const auto* alias = alias_named(context_, argument_alias(number, i))) {
      result.back() = TemplateArgument(alias->getUnderlyingType().getCanonicalType());
    }
  }
  return result;
}

/// But for those that tests and examples write.
bool Builder::has_instance(const ClassTemplateDecl* made_of) const {
  const auto of_users = instances_of_users();
  return std::ranges::any_of(made_of->specializations(), [&](const ClassTemplateSpecializationDecl* each) {
    return std::ranges::find(of_users, each, &UsersInstance::made) == of_users.end();
  });
}

/// One that nothing makes an instance of, and that the report, if there is one, speaks of.
bool Builder::is_worth_keeping(const ClassTemplateDecl* made_of) const {
  constexpr unsigned kMost = 3;
  const TemplateParameterList* parameters = made_of->getTemplateParameters();
  const unsigned count = parameters->getMinRequiredArguments();
  if (count == 0 || count > kMost || parameters->hasParameterPack() || has_instance(made_of)) return false;
  for (unsigned i = 0; i < count; ++i)
    if (!isa<TemplateTypeParmDecl>(parameters->getParam(i))) return false;
  const std::string name = made_of->getNameAsString();
  return names_in_report_.empty() ||
         std::ranges::any_of(names_in_report_, [&](const std::string& each) { return each.contains(name); });
}

void Builder::add_keepers() {
  const std::vector<ReportedClass> reported = reported_classes(names_in_report_);
  for (std::size_t i = 0; i < reported.size(); ++i) {
    ClassTemplateDecl* made_of = class_template(reported[i].name);
    if (made_of == nullptr || alias_named(context_, class_alias(i)) != nullptr) continue;
    const auto known = known_arguments(made_of, reported[i], i);
    if (!known || add_keeper(made_of, *known)) continue;
    // `Ring<Job, 3>` keeps values of the reporter's own type, which nobody else can name.
    for (const QualType type : function_objects_.holders(made_of, *known)) (void)types_.variable(type);
  }
  for (ClassTemplateDecl* each : class_templates_)
    if (is_worth_keeping(each))
      (void)add_keeper(each, FunctionObjects::Known(each->getTemplateParameters()->getMinRequiredArguments()));
}

bool Builder::add_keeper(ClassTemplateDecl* made_of, const FunctionObjects::Known& known) {
  const auto keeper = function_objects_.keeper(made_of, known);
  if (!keeper || !types_.variable(keeper->type)) return false;
  keepers_.emplace(types_.spelling(keeper->type), keeper->given);
  return true;
}

bool Builder::is_kept_function(QualType type) const {
  return std::ranges::any_of(keepers_, [&](const auto& keeper) {
    return std::ranges::any_of(keeper.second,
                               [&](QualType given) { return context_.hasSameUnqualifiedType(given, type); });
  });
}

bool Builder::leaves_functions_empty(const CXXConstructorDecl* constructor, std::size_t count) const {
  const auto keeper = keepers_.find(types_.spelling(context_.getRecordType(constructor->getParent())));
  if (keeper == keepers_.end()) return false;
  const auto takes = [&](const CXXConstructorDecl* by, std::size_t most, QualType function) {
    return std::ranges::any_of(by->parameters().take_front(most), [&](const ParmVarDecl* each) {
      return context_.hasSameUnqualifiedType(each->getType().getNonReferenceType(), function);
    });
  };
  return std::ranges::any_of(keeper->second, [&](QualType function) {
    return !takes(constructor, count, function) &&
           std::ranges::any_of(constructor->getParent()->ctors(), [&](const CXXConstructorDecl* other) {
             return other->getAccess() == AS_public && takes(other, other->getNumParams(), function);
           });
  });
}

}  // namespace reenact::api
