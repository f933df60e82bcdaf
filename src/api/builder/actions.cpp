// Callbacks that call back: what a handler does to the object that called it.
#include <fmt/format.h>

#include <algorithm>

#include "api/builder/builder.h"
#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

const CXXRecordDecl* record_behind(QualType given) {
  if (given.isNull()) return nullptr;
  const QualType type = given.getCanonicalType();
  if (!type->isPointerType() || !type->getPointeeType()->isRecordType()) return nullptr;
  const auto* record = type->getPointeeType()->getAsCXXRecordDecl();
  return record == nullptr ? nullptr : record->getCanonicalDecl();
}

bool ends_or_changes(const std::string& name) {
  const std::string text = lower(name);
  return std::ranges::any_of(std::initializer_list<const char*>{"free", "destroy", "delete", "close", "clear", "reset",
                                                                "remove", "release", "stop", "erase", "pop", "cancel"},
                             [&](const char* verb) { return text.contains(verb); });
}

}  // namespace

void Builder::add_actions() {
  // What is mentioned in the report comes first: "freed by ... XML_ParserFree" is what a handler should do.
  std::vector<std::pair<int, std::size_t>> ranked;
  for (std::size_t i = 0; i < api_.callables.size(); ++i) {
    const Callable& each = api_.callables[i];
    if (each.linkage_name.empty() || each.owner == "std" || each.parameters.empty() || each.parameters.size() > 4)
      continue;
    if (each.kind != CallableKind::kFunction && each.kind != CallableKind::kMethod) continue;
    if (each.result && api_[*each.result].kind == TypeKind::kObject) continue;
    const std::string name(unqualified(each.name));
    ranked.emplace_back(mentioned_.contains(name) ? 0 : ends_or_changes(name) ? 1 : 2, i);
  }
  std::ranges::sort(ranked);
  const std::size_t room = kMaxCallables / 8, before = api_.callables.size();
  for (const auto& [rank, i] : ranked)
    for (const QualType type : std::vector(types_.function_pointers()))
      if (api_.callables.size() < before + room) add_action(type, i, rank);
}

/// A callback on its way: it makes the call of `inner`.
struct Builder::Action {
  const FunctionProtoType* prototype;
  const Callable& inner;
  Callable callable;
  std::vector<std::string> names;  // of the callback's own parameters; empty: not used
  std::string setup = {};          // what it keeps, a line each
  std::string own = {};            // puts what it is given where the inner call's thunk looks
  std::vector<std::pair<std::string, std::string>> filled = {};  // placeholder -> its text, renumbered only at the end
  bool any_own = false, any_handle = false;

  /// Keeps parameter `k` in a static of that type; returns its name.
  std::string keep(std::size_t k, const std::string& type, const std::string& initial) {
    const std::string held = fmt::format("{{r}}Held{}", setup.empty() ? "" : std::to_string(k));
    setup += fmt::format("static {} {} = {};\n", type, held, initial);
    return held;
  }
};

/// The class that a pointer handed over as this parameter points to; null: it takes none.
const CXXRecordDecl* Builder::record_wanted(const Parameter& parameter) const {
  for (const Source& source : parameter.sources)
    if (source.mode == PassMode::kLoad && source.cast == kNoCast)
      if (const CXXRecordDecl* record = record_behind(types_.pointer_of(source.type)); record != nullptr) return record;
  return nullptr;
}

/// Parameter `k` of the inner call is the callback's parameter `given`; false: that one may not be changed.
bool Builder::pass_given(Action& action, std::size_t k, std::size_t given) const {
  const Parameter& parameter = action.inner.parameters[k];
  const QualType had = action.prototype->getParamType(static_cast<unsigned>(given));
  if (had->getPointeeType().isConstQualified() && !api_[parameter.type].spelling.starts_with("const ")) return false;
  std::string& name = action.names[given];
  name = "given" + (action.any_own ? std::to_string(given) : "");
  action.filled.emplace_back(fmt::format("{{{}.}}", k), name + "->");
  action.filled.emplace_back(fmt::format("{{{}}}", k),
                             api_[parameter.type].kind == TypeKind::kObject ? "*" + name : name);
  action.own += fmt::format("in[{}] = (void*){}; ", k, name);
  action.any_own = action.any_handle = true;
  // Without sources: it only keeps the numbers of `in` and of the expression.
  action.callable.parameters.push_back(parameter);
  action.callable.parameters.back().sources.clear();
  action.callable.parameters.back().nullable = true;
  return true;
}

/// Parameter `k` of the inner call comes from where the callback is made.
void Builder::pass_kept(Action& action, std::size_t k, bool is_handle) const {
  const Parameter& parameter = action.inner.parameters[k];
  const TypeKind kind = api_[parameter.type].kind;
  const std::string key = fmt::format("{{{}}}", k);
  action.callable.parameters.push_back(parameter);
  if (kind == TypeKind::kPointer || kind == TypeKind::kCallback) {
    action.any_handle = action.any_handle || is_handle;
    action.filled.emplace_back(key, action.keep(k, "const auto", key));
  } else if (kind == TypeKind::kObject) {
    action.any_handle = true;
    const std::string held = action.keep(k, "auto* const", "&" + key);
    action.filled.emplace_back(fmt::format("{{{}.}}", k), held + "->");
    action.filled.emplace_back(key, "*" + held);
  }
}

/// The handles it is given stand for the parameters of their type, what else the call needs it keeps from where it was
/// made.
void Builder::add_action(QualType type, std::size_t called, int rank) {
  const auto* prototype = type->getPointeeType()->getAs<FunctionProtoType>();
  const auto made = types_.variable(type);
  if (prototype == nullptr || !made) return;
  const QualType returned = prototype->getReturnType().getCanonicalType();
  if (returned->isReferenceType()) return;
  const Callable inner = api_.callables[called];
  Action action{prototype, inner, make(CallableKind::kCallback, types_.spelling(type), ""),
                std::vector<std::string>(prototype->getNumParams())};
  action.callable.result = made;
  for (std::size_t k = 0; k < inner.parameters.size(); ++k) {
    const CXXRecordDecl* wanted = record_wanted(inner.parameters[k]);
    std::size_t given = 0;
    while (given < action.names.size() &&
           (wanted == nullptr || !action.names[given].empty() ||
            record_behind(prototype->getParamType(static_cast<unsigned>(given))) != wanted))
      ++given;
    if (given == action.names.size())
      pass_kept(action, k, wanted != nullptr);
    else if (!pass_given(action, k, given))
      return;
  }
  // Without a handle there is nothing to harm from inside; with one that must be kept, only what is likely to.
  if (!action.any_handle || (!action.any_own && rank > 1)) return;
  std::string shown = inner.expression;
  for (const auto& [from, to] : action.filled) replace_all(shown, from, to);
  const CallbackSignature signature{types_.spelling(type), parameter_list(types_, prototype, action.names),
                                    types_.spelling(returned)};
  const std::string back = returned->isVoidType() ? "" : " return {};";
  action.callable.expression = "{r}";
  action.callable.declaration = fmt::format("{}const auto {{r}} = []({}) -> {} {{ {};{} }};", action.setup,
                                            signature.parameters, signature.result, shown, back);
  action.callable.includes = inner.includes;
  const std::size_t held = action.callable.parameters.size();
  add(std::move(action.callable),
      callback_thunk(signature, held, action.own + "{ " + reading_.thunks[called] + " }" + back));
}

}  // namespace reenact::api
