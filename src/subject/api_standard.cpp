// The standard library's types that APIs take and give: how a test makes them.
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include "subject/api_builder.h"

namespace reenact::api {

using namespace clang;

namespace {

Parameter parameter_of(const std::string& name, TypeId type, std::vector<Source> sources) {
  Parameter result;
  result.name = name;
  result.type = type;
  result.sources = std::move(sources);
  result.by_value = true;
  return result;
}

}  // namespace

std::vector<Parameter> text_and_length(TypeId text) {
  std::vector<Parameter> result{parameter_of("text", text, {{text, PassMode::kBuffer}}),
                                parameter_of("length", text, {{text, PassMode::kLength}})};
  result[1].length_of = 0;
  return result;
}

void Builder::add_files() {
  Callable file = make(CallableKind::kFile, "file", "");
  file.parameters = text_and_length(types_.text());
  file.includes = {"<fstream>", "<string>"};
  file.preamble =
      "// Writes `content` to a file of its own and returns the file's name.\n"
      "std::string fileWith(const std::string& content) {\n"
      "  static int files = 0;\n"
      "  const std::string name = testing::TempDir() + \"input\" + std::to_string(files++);\n"
      "  std::ofstream(name, std::ios::binary) << content;\n"
      "  return name;\n"
      "}\n";
  file.expression = "fileWith(std::string({0}, {#0}))";
  const std::string thunk =
      "static std::string names[8]; static unsigned next; std::string& name = names[next++ % 8]; "
      "name = \"file\" + std::to_string(next % 8); if (FILE* file = std::fopen(name.c_str(), \"wb\")) { "
      "std::fwrite(in[0], 1, (size_t)*(unsigned long*)in[1], file); std::fclose(file); } ";
  if (const auto name = types_.file_name()) {
    Callable callable = file;
    callable.result = name;
    callable.declaration =
        "const std::string {r}String = " + file.expression + ";\nconst char* const {r} = {r}String.c_str();";
    add(std::move(callable), thunk + "*(const char**)out = name.c_str();");
  }
  if (const auto name = types_.file_string()) {
    Callable callable = file;
    callable.result = name;
    callable.declaration = "const std::string {r} = " + file.expression + ";";
    add(std::move(callable), thunk + "::new (out) std::string(name);");
  }
}

void Builder::add_standard(const CXXRecordDecl* record) {
  if (record->getName() == "_IO_FILE") {
    Callable callable = make(CallableKind::kFile, "FILE", "");
    callable.result = types_.variable(context_.getPointerType(context_.getRecordType(record)));
    callable.includes = {"<stdio.h>"};
    Callable written = callable;
    written.declaration = "FILE* {r} = tmpfile();";
    written.expression = "tmpfile()";
    add(std::move(written), "*(void**)out = fmemopen(nullptr, 65536, \"w+\");");
    callable.parameters = text_and_length(types_.text());
    callable.expression = "fmemopen(const_cast<char*>({0}), {#0}, \"r\")";
    callable.declaration = "FILE* {r} = " + callable.expression + ";";
    // A file of no bytes can be opened, a block of no bytes cannot.
    add(std::move(callable),
        "const size_t size = (size_t)*(unsigned long*)in[1]; *(void**)out = size == 0 ? fopen(\"/dev/null\", \"r\") : "
        "fmemopen(in[0], size, \"r\");");
    return;
  }
  if (!record->isInStdNamespace()) return;
  const QualType type = context_.getRecordType(record);
  const auto variable = types_.variable(type);
  if (!variable) return;
  const std::string spelled = types_.spelling(type);
  const std::string name = record->getNameAsString();
  const auto* specialisation = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const auto element = [&](unsigned i) {
    const TemplateArgumentList& arguments = specialisation->getTemplateArgs();
    return i < arguments.size() && arguments[i].getKind() == TemplateArgument::Type ? arguments[i].getAsType()
                                                                                    : QualType();
  };
  const auto declare = [&](CallableKind kind, const std::string& declaration, std::vector<Parameter> parameters,
                           std::vector<std::string> includes, const std::string& thunk, std::optional<TypeId> result) {
    Callable callable = make(kind, spelled, "std");
    callable.parameters = std::move(parameters);
    callable.result = result;
    callable.declaration = declaration;
    const auto assign = declaration.find("{r}");
    callable.expression = spelled + (assign != std::string::npos ? declaration.substr(assign + 3) : "()");
    if (callable.expression.ends_with(';')) callable.expression.pop_back();
    if (callable.expression == spelled) callable.expression += "{}";
    callable.includes = std::move(includes);
    add(std::move(callable), thunk);
  };
  const auto from_text = [&](const std::string& header) {
    // The text's bytes and their number: embedded NULs survive.
    declare(CallableKind::kConversion, spelled + " {r}({0}, {#0});", text_and_length(types_.text()), {header},
            fmt::format("::new (out) {}((const char*)in[0], (size_t)*(unsigned long*)in[1]);", spelled), variable);
  };
  const auto member = [&](const std::string& function, const std::vector<QualType>& given,
                          const std::string& expression, const std::string& call) {
    Callable callable = make(CallableKind::kMethod, spelled + "::" + function, "std");
    Parameter self;
    self.name = name;
    if (!types_.fill(self, context_.getLValueReferenceType(type))) return;
    callable.parameters.push_back(self);
    for (const QualType each : given) {
      Parameter value;
      value.name = "value";
      if (!types_.fill(value, each)) return;
      callable.parameters.push_back(value);
    }
    callable.mutates_object = true;
    callable.expression = expression;
    add(std::move(callable), fmt::format("(*({}*)in[0]){};", spelled, call));
  };

  if (name == "basic_string" && element(0)->isCharType()) return from_text("<string>");
  if (name == "basic_string_view" && element(0)->isCharType()) return from_text("<string_view>");
  if (name == "basic_istream" && element(0)->isCharType()) {
    // A stream over a text, usable wherever an istream is wanted.
    for (const NamedDecl* each : sema_.getStdNamespace()->lookup(&context_.Idents.get("istringstream")))
      if (const auto* alias = dyn_cast<TypedefNameDecl>(each)) (void)types_.variable(alias->getUnderlyingType());
    return;
  }
  if (name == "basic_istringstream" || name == "basic_stringstream") {
    declare(CallableKind::kConversion, "std::istringstream {r}(std::string({0}, {#0}));",
            text_and_length(types_.text()), {"<sstream>", "<string>"},
            fmt::format("::new (out) {}(std::string((const char*)in[0], (size_t)*(unsigned long*)in[1]));", spelled),
            variable);
    return;
  }
  if (name == "basic_ostream" && element(0)->isCharType()) {
    for (const NamedDecl* each : sema_.getStdNamespace()->lookup(&context_.Idents.get("ostringstream")))
      if (const auto* alias = dyn_cast<TypedefNameDecl>(each)) (void)types_.variable(alias->getUnderlyingType());
    return;
  }
  if (specialisation == nullptr || !types_.complete(type)) return;
  const auto reader = [&](const std::string& function, const QualType returned, const std::vector<QualType>& given,
                          const std::string& shown) {
    Callable callable = make(CallableKind::kMethod, spelled + "::" + function, "std");
    Parameter self;
    self.name = name;
    if (!types_.fill(self, context_.getLValueReferenceType(type))) return;
    callable.parameters.push_back(self);
    std::string passed;
    for (const QualType each : given) {
      Parameter value;
      value.name = "index";
      if (!types_.fill(value, each)) return;
      callable.parameters.push_back(value);
      passed = argument(1, each);
    }
    callable.expression = "{0.}" + function + "(" + shown + ")";
    finish_call(std::move(callable), returned, fmt::format("(*({}*)in[0]).{}({})", spelled, function, passed));
  };
  const auto plain = [&](const std::string& header) {
    declare(CallableKind::kVariable, spelled + " {r};", {}, {header}, fmt::format("::new (out) {}();", spelled),
            variable);
  };
  if (name == "basic_ostringstream") return plain("<sstream>");
  if (name == "vector" || name == "list" || name == "deque") {
    plain("<" + name + ">");
    if (element(0)->isRecordType() && name != "list")
      reader("at", context_.getLValueReferenceType(element(0)), {context_.UnsignedIntTy}, "{1}");
    return member("push_back", {element(0)}, "{0.}push_back({1})",
                  fmt::format(".push_back({})", argument(1, element(0))));
  }
  if (name == "set" || name == "unordered_set") {
    plain("<" + name + ">");
    return member("insert", {element(0)}, "{0.}insert({1})", fmt::format(".insert({})", argument(1, element(0))));
  }
  if (name == "map" || name == "unordered_map") {
    plain("<" + name + ">");
    return member("emplace", {element(0), element(1)}, "{0.}emplace({1}, {2})",
                  fmt::format(".emplace({}, {})", argument(1, element(0)), argument(2, element(1))));
  }
  if (name == "optional" || name == "shared_ptr" || name == "unique_ptr" || name == "pair" || name == "function" ||
      name == "array" || name == "tuple") {
    const std::string header = name == "optional"   ? "<optional>"
                               : name == "function" ? "<functional>"
                               : name == "array"    ? "<array>"
                               : name == "pair"     ? "<utility>"
                               : name == "tuple"    ? "<tuple>"
                                                    : "<memory>";
    plain(header);
    if (name == "optional" || name == "pair") {
      std::vector<Parameter> parameters;
      std::vector<std::string> shown, passed;
      for (unsigned i = 0; i < (name == "pair" ? 2u : 1u); ++i) {
        Parameter value;
        value.name = "value";
        if (element(i).isNull() || !types_.fill(value, element(i))) return;
        parameters.push_back(value);
        shown.push_back(fmt::format("{{{}}}", i));
        passed.push_back(argument(i, element(i)));
      }
      declare(CallableKind::kConversion, fmt::format("{} {{r}}({});", spelled, fmt::join(shown, ", ")), parameters,
              {header}, fmt::format("::new (out) {}({});", spelled, fmt::join(passed, ", ")), variable);
    }
    if (name == "optional" && element(0)->isRecordType())
      reader("value", context_.getLValueReferenceType(element(0)), {}, "");
    if (name == "shared_ptr" || name == "unique_ptr") {
      if (!element(0)->isArrayType()) reader("get", context_.getPointerType(element(0)), {}, "");
      // Takes over an object on the heap.
      Parameter value;
      value.name = "pointer";
      value.owns = true;
      const QualType held = context_.getPointerType(element(0));
      if (!types_.fill(value, held)) return;
      value.sources.erase(std::remove_if(value.sources.begin(), value.sources.end(),
                                         [](const Source& s) { return s.mode != PassMode::kLoad; }),
                          value.sources.end());
      declare(CallableKind::kConversion, spelled + " {r}({0});", {value}, {header},
              fmt::format("::new (out) {}({});", spelled, argument(0, held)), variable);
    }
    if (name == "function")
      if (const auto* prototype = element(0)->getAs<FunctionProtoType>(); prototype != nullptr) {
        const QualType held = context_.getPointerType(element(0));
        Parameter value;
        value.name = "callback";
        if (!types_.fill(value, held)) return;
        declare(CallableKind::kConversion, spelled + " {r}({0});", {value}, {header},
                fmt::format("::new (out) {}({});", spelled, argument(0, held)), variable);
      }
  }
}

/// shared_ptr<const T> shares what a shared_ptr<T> holds, shared_ptr<Base> what a shared_ptr<Derived> does.
void Builder::add_shared_conversions() {
  std::vector<std::pair<QualType, QualType>> held;  // element, pointer
  for (const CXXRecordDecl* each : types_.records())
    if (const auto* shared = dyn_cast<ClassTemplateSpecializationDecl>(each);
        shared != nullptr && shared->isInStdNamespace() && shared->getName() == "shared_ptr" &&
        shared->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
      held.emplace_back(shared->getTemplateArgs()[0].getAsType(), context_.getRecordType(shared));
  for (const auto& [from, given] : held)
    for (const auto& [to, made] : held) {
      const bool same = context_.hasSameUnqualifiedType(from, to),
                 adds_const = to.isConstQualified() && !from.isConstQualified();
      const CXXRecordDecl *derived = from->getAsCXXRecordDecl(), *base = to->getAsCXXRecordDecl();
      const bool upwards = !same && derived != nullptr && base != nullptr && derived->hasDefinition() &&
                           base->hasDefinition() && derived->isDerivedFrom(base->getDefinition());
      if (!(same && adds_const) && !upwards) continue;
      const std::string spelled = types_.spelling(made);
      Parameter value;
      value.name = "pointer";
      Callable callable = make(CallableKind::kConversion, spelled, "std");
      callable.result = types_.variable(made);
      if (!callable.result || !types_.fill(value, context_.getLValueReferenceType(given.withConst()))) continue;
      callable.parameters = {value};
      callable.includes = {"<memory>"};
      callable.expression = spelled + "({0})";
      callable.declaration = spelled + " {r}({0});";
      add(std::move(callable), fmt::format("::new (out) {}({});", spelled, argument(0, given)));
    }
}

}  // namespace reenact::api
