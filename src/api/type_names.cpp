#include "api/type_names.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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

/// The template arguments of `text` from `at` on, which is behind their '<'; `end` becomes that of their '>'.
std::vector<std::string> arguments_at(const std::string& text, std::size_t at, std::size_t& end) {
  std::vector<std::string> result(1);
  int depth = 0;
  for (end = at; end < text.size() && (depth > 0 || text[end] != '>'); ++end) {
    const char c = text[end];
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (c == ',' && depth == 0)
      result.emplace_back();
    else if (c != ' ' || !result.back().empty())
      result.back() += c;
  }
  return result;
}

/// "std::set<int, std::less<int>>" is std::set<int>: what nobody writes of the standard containers' arguments.
std::string without_default_arguments(std::string text) {
  for (const char* name : {"map", "multimap", "set", "multiset", "queue", "stack", "priority_queue"})
    for (const char* scope : {"std::", "std::unordered_"}) {
      const std::string begin = fmt::format("{}{}<", scope, name);
      for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at + begin.size())) {
        std::size_t end = 0;
        std::vector<std::string> arguments = arguments_at(text, at + begin.size(), end);
        const std::string& first = arguments.front();
        const auto is_default = [&](const std::string& last) {
          if (last.starts_with("std::allocator<")) return true;
          return std::ranges::any_of(std::initializer_list<const char*>{"less", "hash", "equal_to", "deque", "vector"},
                                     [&](const char* each) {
                                       const std::string made = fmt::format("std::{}<{}", each, first);
                                       return last == made + ">" || last.starts_with(made + ", std::allocator<");
                                     });
        };
        const std::size_t values = std::string_view(name).ends_with("map") ? 2 : 1;
        while (arguments.size() > values && is_default(arguments.back())) arguments.pop_back();
        text.replace(at + begin.size(), end - at - begin.size(), fmt::format("{}", fmt::join(arguments, ", ")));
      }
    }
  return text;
}

/// libstdc++'s std::string and the like are spelled by their alias.
std::string with_standard_aliases(std::string text) {
  static constexpr std::pair<const char*, const char*> kCharacters[] = {
      {"char", ""}, {"wchar_t", "w"}, {"char8_t", "u8"}, {"char16_t", "u16"}, {"char32_t", "u32"}};
  for (const auto& [character, prefix] : kCharacters) {
    if (!text.contains(character)) continue;
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
    replace_all(text, fmt::format("std::basic_{}<char>", stream), fmt::format("std::{}", stream));
  return without_default_arguments(std::move(text));
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

std::string TypeNames::spelling(QualType type) const {
  if (const auto* record = type->getAsCXXRecordDecl();
      record != nullptr && !type->isPointerType() && !type->isReferenceType())
    if (const auto it = names_.find(record->getCanonicalDecl()); it != names_.end())
      return (type.isConstQualified() ? "const " : "") + it->second;
  // The project's alias also behind pointers: "nlohmann::json*".
  if (type->isPointerType() && type->getPointeeType()->isRecordType())
    return spelling(type->getPointeeType()) + "*" + (type.isConstQualified() ? " const" : "");
  // Canonical: a type as written may need the scope it was written in ("void (*)(const Slice&)" inside namespace leveldb).
  if (const TagDecl* tag = type->getAsTagDecl(); tag != nullptr && is_hidden(tag))
    return fmt::format("{}{} {}", type.isConstQualified() ? "const " : "", tag->getKindName().str(),
                       tag->getNameAsString());
  return with_standard_aliases(type.getCanonicalType().getAsString(policy_));
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
