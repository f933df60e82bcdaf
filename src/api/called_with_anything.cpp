#include "api/called_with_anything.h"

#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include "api/builder.h"

namespace reenact::api {

using namespace clang;

const char* const kCalledWithAnything =
    "// Answers the same whatever it is called with.\n"
    "template <class Result>\n"
    "struct CalledWithAnything {\n"
    "  CalledWithAnything(Result given = Result()) : answer(given) {}\n"
    "  template <class... Arguments>\n"
    "  Result operator()(Arguments&&...) const {\n"
    "    return answer;\n"
    "  }\n"
    "  Result answer;\n"
    "};\n";
const char* const kAnswersNothing =
    "template <>\n"
    "struct CalledWithAnything<void> {\n"
    "  template <class... Arguments>\n"
    "  void operator()(Arguments&&...) const {}\n"
    "};\n";

void Builder::add_called_with_anything(const CXXRecordDecl* record) {
  const auto* made = dyn_cast<ClassTemplateSpecializationDecl>(record);
  const auto variable = types_.variable(context_.getRecordType(record));
  if (made == nullptr || !variable) return;
  const std::string spelled = types_.spelling(context_.getRecordType(record));
  const QualType answer = made->getTemplateArgs()[0].getAsType();
  Callable callable = make(CallableKind::kConversion, spelled, "");
  callable.result = variable;
  if (answer->isVoidType()) {
    callable.declaration = spelled + " {r};";
    callable.expression = spelled + "()";
    add(std::move(callable), fmt::format("::new (out) {}();", spelled));
    return;
  }
  Parameter value;
  value.name = "answer";
  if (!parameters_.fill(value, answer)) return;
  callable.parameters.push_back(value);
  callable.declaration = spelled + " {r}({0});";
  callable.expression = spelled + "({0})";
  add(std::move(callable), fmt::format("::new (out) {}({});", spelled, argument(0, answer)));
}

}  // namespace reenact::api
