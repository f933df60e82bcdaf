#include "api/types/type_names.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "api/types/reported_templates.h"
#include "api/types/template_aliases.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

/// "struct daemon" beside "int daemon(int, int)": the plain name is the function.
bool is_hidden(const TagDecl* tag) {
  if (tag->getIdentifier() == nullptr || !tag->getDeclContext()->getRedeclContext()->isTranslationUnit()) return false;
  const auto others = tag->getDeclContext()->getRedeclContext()->lookup(tag->getDeclName());
  return std::ranges::any_of(others, [](const NamedDecl* other) {
    return !isa<TagDecl>(other) && !isa<TypedefNameDecl>(other) && !isa<TemplateDecl>(other);
  });
}

bool is_unnamed(const TagDecl* tag) {
  return tag->getIdentifier() == nullptr && tag->getTypedefNameForAnonDecl() == nullptr;
}

/// Can it be named from outside of the scopes it is declared in?
bool is_visible(const TagDecl* declaration) {
  for (const Decl* each = declaration; each != nullptr && !isa<TranslationUnitDecl>(each);
       each = cast<Decl>(each->getDeclContext())) {
    if (each->getAccess() == AS_private || each->getAccess() == AS_protected || isa<FunctionDecl>(each)) return false;
    if (const auto* space = dyn_cast<NamespaceDecl>(each); space != nullptr && space->isAnonymousNamespace())
      return false;
    if (const auto* scope = dyn_cast<TagDecl>(each); scope != nullptr && is_unnamed(scope)) return false;
  }
  return true;
}

/// Where the '>' stands that closes the '<' in front of `at`; npos: nowhere.
std::size_t end_of_arguments(std::string_view text, std::size_t at) {
  int depth = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '<') ++depth;
    if (text[at] == '>' && --depth == 0) return at;
  }
  return std::string_view::npos;
}

/// A container of the standard library, and the templates whose instances for its first argument stand behind its `values` by default.
struct Container {
  std::string_view begin;
  std::size_t values;
  std::array<const char*, 2> defaults;
};
constexpr Container kContainers[] = {{"std::map<", 2, {"less"}},
                                     {"std::multimap<", 2, {"less"}},
                                     {"std::set<", 1, {"less"}},
                                     {"std::multiset<", 1, {"less"}},
                                     {"std::unordered_map<", 2, {"hash", "equal_to"}},
                                     {"std::unordered_multimap<", 2, {"hash", "equal_to"}},
                                     {"std::unordered_set<", 1, {"hash", "equal_to"}},
                                     {"std::unordered_multiset<", 1, {"hash", "equal_to"}},
                                     {"std::queue<", 1, {"deque"}},
                                     {"std::stack<", 1, {"deque"}},
                                     {"std::priority_queue<", 1, {"vector", "less"}}};

/// "std::set<int, std::less<int>>" is std::set<int>: what nobody writes of the standard containers' arguments. A std::stack<int,
/// std::vector<int>> is one of its own.
std::string without_default_arguments(std::string text) {
  for (const Container& container : kContainers)
    for (auto at = text.find(container.begin); at != std::string::npos; at = text.find(container.begin, at + 1)) {
      const std::size_t first = at + container.begin.size(), end = end_of_arguments(text, first);
      if (end == std::string::npos) return text;
      std::vector<std::string> arguments = split_arguments(text.substr(first, end - first));
      const auto is_default = [&](const std::string& last) {
        return last.starts_with("std::allocator<") || std::ranges::any_of(container.defaults, [&](const char* each) {
                 if (each == nullptr) return false;
                 const std::string made = fmt::format("std::{}<{}", each, arguments.front());
                 return last == made + ">" || last.starts_with(made + ", std::allocator<");
               });
      };
      while (arguments.size() > container.values && is_default(arguments.back())) arguments.pop_back();
      text.replace(first, end - first, fmt::format("{}", fmt::join(arguments, ", ")));
    }
  return text;
}

/// libstdc++'s std::string and the like are spelled by their alias.
std::string with_standard_aliases(std::string text) {
  static constexpr std::pair<const char*, const char*> kCharacters[] = {
      {"char", ""}, {"wchar_t", "w"}, {"char8_t", "u8"}, {"char16_t", "u16"}, {"char32_t", "u32"}};
  for (const auto& [character, prefix] : kCharacters) {
    if (!text.contains("std::basic_string") || !text.contains(character)) continue;
    for (const std::string& arguments :
         {fmt::format("<{0}>", character), fmt::format("<{0}, std::char_traits<{0}>>", character),
          fmt::format("<{0}, std::char_traits<{0}>, std::allocator<{0}>>", character)}) {
      replace_all(text, "std::basic_string" + arguments, fmt::format("std::{}string", prefix));
      replace_all(text, "std::basic_string_view" + arguments, fmt::format("std::{}string_view", prefix));
    }
  }
  static constexpr std::pair<const char*, const char*> kDurations[] = {{"1, 1000000000", "nanoseconds"},
                                                                       {"1, 1000000", "microseconds"},
                                                                       {"1, 1000", "milliseconds"},
                                                                       {"1, 1", "seconds"},
                                                                       {"1", "seconds"},
                                                                       {"60", "minutes"},
                                                                       {"60, 1", "minutes"},
                                                                       {"3600", "hours"},
                                                                       {"3600, 1", "hours"}};
  if (text.contains("std::chrono::duration<long")) {
    replace_all(text, "std::chrono::duration<long>", "std::chrono::seconds");
    for (const auto& [ratio, name] : kDurations)
      replace_all(text, fmt::format("std::chrono::duration<long, std::ratio<{}>>", ratio),
                  fmt::format("std::chrono::{}", name));
  }
  replace_all(text, ", 18446744073709551615>", ">");  // the extent of a std::span that has none
  for (const char* stream : {"istream", "ostream", "iostream", "istringstream", "ostringstream", "stringstream",
                             "ifstream", "ofstream", "fstream"})
    for (const char* traits : {"", ", std::char_traits<char>", ", std::char_traits<char>, std::allocator<char>"})
      replace_all(text, fmt::format("std::basic_{}<char{}>", stream, traits), fmt::format("std::{}", stream));
  return without_default_arguments(std::move(text));
}

/// "Map<int, char, std::less<int>, 62>" without the last `count` of its arguments.
std::string without_last_arguments(const std::string& text, std::size_t count) {
  if (count == 0 || !text.ends_with('>')) return text;
  // The list that ends at the text's end is the class's own; before it stand those of its scopes.
  std::size_t open = text.find('<');
  while (open != std::string::npos && end_of_arguments(text, open + 1) + 1 != text.size())
    open = text.find('<', end_of_arguments(text, open + 1));
  if (open == std::string::npos) return text;
  std::vector<std::string> arguments = split_arguments(text.substr(open + 1, text.size() - open - 2));
  if (arguments.size() <= count) return text;
  arguments.resize(arguments.size() - count);
  return fmt::format("{}<{}>", text.substr(0, open), fmt::join(arguments, ", "));
}

/// `by` for each `name` in `text` that is no part of a longer one: "Table<int>", not that of "detail::Table<int>".
std::string with_name_replaced(std::string text, std::string_view name, std::string_view by) {
  for (auto at = find_word(text, name); at != std::string::npos; at = find_word(text, name, at)) {
    const bool is_whole = at == 0 || text[at - 1] != ':';
    if (is_whole) text.replace(at, name.size(), by);
    at += is_whole ? by.size() : 1;
  }
  return text;
}

}  // namespace

TypeNames::TypeNames(const ASTContext& context) : policy_(context.getLangOpts()) {
  policy_.SuppressTagKeyword = true;
  policy_.Bool = true;
  policy_.PrintCanonicalTypes = true;  // also in the arguments of explicit specialisations: "convert<YAML::Node>"
  policy_.SuppressUnwrittenScope = true;
  policy_.SuppressInlineNamespace = true;
}

void TypeNames::name_record(const CXXRecordDecl* record, std::string name) {
  names_.emplace(record->getCanonicalDecl(), std::move(name));
}

void TypeNames::name_template(const TypeAliasTemplateDecl* alias) {
  aliases_.emplace(template_named_by(alias)->getCanonicalDecl(), alias);
}

std::optional<std::string> TypeNames::name_of(const CXXRecordDecl* record) const {
  if (const auto it = names_.find(record->getCanonicalDecl()); it != names_.end()) return it->second;
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (made == nullptr) return std::nullopt;
  const auto [begin, end] = aliases_.equal_range(made->getSpecializedTemplate()->getCanonicalDecl());
  for (auto it = begin; it != end; ++it) {
    auto arguments = arguments_of_alias(it->second, made);
    if (!arguments) continue;
    const std::size_t by_default =
        arguments_by_default(made->getASTContext(), *it->second->getTemplateParameters(), *arguments);
    arguments->resize(arguments->size() - by_default);
    std::vector<std::string> shown;
    for (const TemplateArgument& each : *arguments) shown.push_back(spelling(each));
    return fmt::format("{}<{}>", it->second->getQualifiedNameAsString(), fmt::join(shown, ", "));
  }
  return std::nullopt;
}

/// "std::pair<detail::Iterator<int>, bool>" -> "std::pair<List::iterator, bool>": by their names what the type is made of, and what it is in.
std::string TypeNames::with_names_of_parts(std::string text, const CXXRecordDecl* record) const {
  const auto replace = [&](QualType part) {
    const std::string plain = part.getCanonicalType().getAsString(policy_), name = spelling(part);
    if (plain != name) text = with_name_replaced(std::move(text), plain, name);
  };
  if (const auto* around = dyn_cast<CXXRecordDecl>(record->getDeclContext()); around != nullptr && !is_unnamed(around))
    replace(record->getASTContext().getRecordType(around));
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (made == nullptr) return text;
  for (const TemplateArgument& each : made->getTemplateArgs().asArray())
    for (const TemplateArgument& part :
         each.getKind() == TemplateArgument::Pack ? each.pack_elements() : ArrayRef(each))
      if (part.getKind() == TemplateArgument::Type) replace(part.getAsType());
  return text;
}

std::string TypeNames::spelling(const TemplateArgument& argument) const {
  if (argument.getKind() == TemplateArgument::Type) return spelling(argument.getAsType());
  std::string result;
  llvm::raw_string_ostream to(result);
  argument.print(policy_, to, false);
  return result;
}

std::string TypeNames::spelling(QualType type) const {
  if (const auto* record = type->getAsCXXRecordDecl();
      record != nullptr && !type->isPointerType() && !type->isReferenceType())
    if (const auto name = name_of(record)) return (type.isConstQualified() ? "const " : "") + *name;
  // The project's alias also behind pointers: "nlohmann::json*".
  QualType pointee = type;
  while (pointee->isPointerType()) pointee = pointee->getPointeeType();
  if (type->isPointerType() && pointee->isRecordType())
    return spelling(type->getPointeeType()) + "*" + (type.isConstQualified() ? " const" : "");
  // Canonical: a type as written may need the scope it was written in ("void (*)(const Slice&)" inside namespace leveldb).
  if (const TagDecl* tag = type->getAsTagDecl(); tag != nullptr && is_hidden(tag))
    return fmt::format("{}{} {}", type.isConstQualified() ? "const " : "", tag->getKindName().str(),
                       tag->getNameAsString());
  std::string text = type.getCanonicalType().getAsString(policy_);
  if (const CXXRecordDecl* record = type->getAsCXXRecordDecl(); record != nullptr && type->isRecordType())
    text = with_names_of_parts(std::move(text), record);
  if (const auto* made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
      made != nullptr && type->isRecordType() && !made->isInStdNamespace())
    text = without_last_arguments(
        text, arguments_by_default(made->getASTContext(), *made->getSpecializedTemplate()->getTemplateParameters(),
                                   made->getTemplateArgs().asArray()));
  return with_standard_aliases(std::move(text));
}

bool can_be_named(QualType given) {
  QualType type = given.getCanonicalType();
  while (type->isPointerType() || type->isReferenceType() || type->isArrayType())
    type = type->isArrayType() ? QualType(type->getArrayElementTypeNoTypeQual(), 0) : type->getPointeeType();
  if (const auto* prototype = type->getAs<FunctionProtoType>()) {
    for (const QualType each : prototype->param_types())
      if (!can_be_named(each)) return false;
    return can_be_named(prototype->getReturnType());
  }
  const TagDecl* declaration = type->getAsTagDecl();
  if (declaration == nullptr) return true;
  if (declaration->getName().starts_with("__va_list")) return false;
  if (is_unnamed(declaration)) return false;
  if (const auto* specialisation = dyn_cast<ClassTemplateSpecializationDecl>(declaration))
    for (const TemplateArgument& each : specialisation->getTemplateArgs().asArray())
      if (each.getKind() == TemplateArgument::Type && !can_be_named(each.getAsType())) return false;
  return is_visible(declaration);
}

}  // namespace reenact::api
