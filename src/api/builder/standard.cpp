// The standard library's types that APIs take and give: how a test makes them.
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <algorithm>

#include "api/builder/builder.h"
#include "api/types/called_with_anything.h"
#include "base/text.h"

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

/// One class of the standard library: how a test makes an object of it, and what it does with one.
class Builder::StandardType {
 public:
  StandardType(Builder& builder, const CXXRecordDecl* record, TypeId variable)
      : builder_(builder),
        context_(builder.context_),
        types_(builder.types_),
        parameters_(builder.parameters_),
        specialisation_(dyn_cast<ClassTemplateSpecializationDecl>(record)),
        type_(context_.getRecordType(record)),
        variable_(variable),
        spelled_(types_.spelling(type_)),
        name_(record->getNameAsString()) {}

  void add() {
    if (add_text_or_stream() || specialisation_ == nullptr || !types_.complete(type_)) return;
    if (name_ == "basic_ostringstream") return add_plain("<sstream>");
    if (is_one_of({"vector", "list", "deque"})) return add_sequence();
    if (is_one_of({"set", "unordered_set", "multiset", "unordered_multiset"})) {
      add_plain(header_of_single());
      return add_change("insert", {element(0)}, "{0.}insert({1})", fmt::format("insert({})", passed(1, 0)));
    }
    if (is_one_of({"map", "unordered_map", "multimap", "unordered_multimap"})) {
      add_plain(header_of_single());
      return add_change("emplace", {element(0), element(1)}, "{0.}emplace({1}, {2})",
                        fmt::format("emplace({}, {})", passed(1, 0), passed(2, 1)));
    }
    if (is_one_of({"queue", "stack", "priority_queue"})) {
      add_plain(name_ == "stack" ? "<stack>" : "<queue>");
      return add_change("push", {element(0)}, "{0.}push({1})", fmt::format("push({})", passed(1, 0)));
    }
    if (name_ == "forward_list") {
      add_plain(own_header());
      return add_change("push_front", {element(0)}, "{0.}push_front({1})", fmt::format("push_front({})", passed(1, 0)));
    }
    if (name_ == "bitset") return (void)add_from({context_.UnsignedLongTy}, own_header());
    if (is_one_of({"atomic", "expected"})) return (void)add_from({element(0)}, own_header());
    if (name_ == "complex") {
      add_plain(own_header());
      return (void)add_from({element(0), element(0)}, own_header());
    }
    if (is_one_of({"shared_ptr", "unique_ptr"})) return add_smart_pointer();
    if (name_ == "array") return add_array();
    if (name_ == "tuple") {
      add_plain("<tuple>");
      (void)add_from_elements(element_count(), "<tuple>");
      return;
    }
    if (name_ == "variant") return add_variant();
    if (name_ == "span") return add_span();
    if (name_ == "initializer_list") return add_initializer_list();
    if (name_ == "duration") return (void)add_from({member_type("rep")}, "<chrono>");
    if (name_ == "time_point") return (void)add_from({member_type("duration")}, "<chrono>");
    if (name_ == "optional") return add_optional();
    if (name_ == "pair") {
      add_plain("<utility>");
      (void)add_from_elements(2, "<utility>");
      return;
    }
    if (name_ == "function") add_function();
  }

 private:
  [[nodiscard]] bool is_one_of(std::initializer_list<const char*> names) const {
    return std::ranges::any_of(names, [&](const char* each) { return name_ == each; });
  }
  [[nodiscard]] std::string own_header() const { return "<" + name_ + ">"; }
  /// <unordered_set> of an unordered_multiset.
  [[nodiscard]] std::string header_of_single() const {
    std::string name = name_;
    replace_all(name, "multi", "");
    return "<" + name + ">";
  }
  /// The class template's argument `i`; null if it is no type.
  [[nodiscard]] QualType element(unsigned i) const {
    const ArrayRef<TemplateArgument> arguments = template_arguments();
    return i < arguments.size() && arguments[i].getKind() == TemplateArgument::Type ? arguments[i].getAsType()
                                                                                    : QualType();
  }
  /// Of `tuple<Ts...>` the pack's.
  [[nodiscard]] ArrayRef<TemplateArgument> template_arguments() const {
    const ArrayRef<TemplateArgument> all = specialisation_->getTemplateArgs().asArray();
    return all.size() == 1 && all.front().getKind() == TemplateArgument::Pack ? all.front().pack_elements() : all;
  }
  [[nodiscard]] unsigned element_count() const { return static_cast<unsigned>(template_arguments().size()); }
  /// A type that the class declares; null: it does not.
  [[nodiscard]] QualType member_type(const char* name) const { return api::member_type(specialisation_, name); }
  /// Parameter `index`, of the type of element `i`, as a thunk spells it.
  [[nodiscard]] std::string passed(std::size_t index, unsigned i) const { return builder_.argument(index, element(i)); }

  void declare(CallableKind kind, const std::string& declaration, std::vector<Parameter> parameters,
               std::vector<std::string> includes, const std::string& thunk) {
    Callable callable = builder_.make(kind, spelled_, "std");
    callable.parameters = std::move(parameters);
    callable.result = variable_;
    callable.declaration = declaration;
    const auto assign = declaration.find("{r}");
    callable.expression = spelled_ + (assign != std::string::npos ? declaration.substr(assign + 3) : "()");
    if (callable.expression.ends_with(';')) callable.expression.pop_back();
    if (callable.expression == spelled_) callable.expression += "{}";
    callable.includes = std::move(includes);
    builder_.add(std::move(callable), thunk);
  }
  void add_plain(const std::string& header) {
    // An array of numbers, or a duration, has no value else.
    const CXXRecordDecl* record = type_->getAsCXXRecordDecl();
    const char* const value = record != nullptr && record->hasTrivialDefaultConstructor() ? "{}" : "";
    declare(CallableKind::kVariable, fmt::format("{} {{r}}{};", spelled_, value), {}, {header},
            fmt::format("::new (out) {}();", spelled_));
  }
  /// The text's bytes and their number: embedded NULs survive.
  void add_from_text(const std::string& header) {
    declare(CallableKind::kConversion, spelled_ + " {r}({0}, {#0});", text_and_length(types_.text()), {header},
            fmt::format("::new (out) {}((const char*)in[0], (size_t)*(unsigned long*)in[1]);", spelled_));
  }

  /// A string of wider characters, or a sequence of bytes: each from a byte of the text.
  void add_from_bytes(std::vector<std::string> headers) {
    declare(
        CallableKind::kConversion,
        fmt::format(
            "const std::string {{r}}Content({{0}}, {{#0}});\n{} {{r}}({{r}}Content.begin(), {{r}}Content.end());",
            spelled_),
        text_and_length(types_.text()), std::move(headers),
        fmt::format("const char* bytes = (const char*)in[0]; ::new (out) {}(bytes, bytes + *(unsigned long*)in[1]);",
                    spelled_));
  }

  /// A method's callable with the object and `given` as its parameters; nothing if one of them cannot be made.
  std::optional<Callable> method(const std::string& function, const std::string& value_name,
                                 const std::vector<QualType>& given) {
    Callable callable = builder_.make(CallableKind::kMethod, spelled_ + "::" + function, "std");
    Parameter self;
    self.name = name_;
    if (!parameters_.fill(self, context_.getLValueReferenceType(type_))) return std::nullopt;
    callable.parameters.push_back(self);
    for (const QualType each : given) {
      Parameter value;
      value.name = value_name;
      if (!parameters_.fill(value, each)) return std::nullopt;
      callable.parameters.push_back(value);
    }
    return callable;
  }
  void add_change(const std::string& function, const std::vector<QualType>& given, const std::string& expression,
                  const std::string& call) {
    auto callable = method(function, "value", given);
    if (!callable) return;
    callable->mutates_object = true;
    callable->expression = expression;
    builder_.add(std::move(*callable), fmt::format("(*({}*)in[0]).{};", spelled_, call));
  }
  /// A method without parameters, or with an index.
  void add_getter(const std::string& function, QualType returned, bool indexed) {
    const auto index = indexed ? std::vector<QualType>{context_.UnsignedIntTy} : std::vector<QualType>{};
    auto callable = method(function, "index", index);
    if (!callable) return;
    callable->expression = "{0.}" + function + (indexed ? "({1})" : "()");
    builder_.finish_call(std::move(*callable), returned,
                         fmt::format("(*({}*)in[0]).{}({})", spelled_, function,
                                     indexed ? builder_.argument(1, context_.UnsignedIntTy) : ""));
  }

  /// Makes the class of that alias known, which is usable wherever this one is wanted.
  void ask_for(const char* alias_name) {
    for (const NamedDecl* each : builder_.sema_.getStdNamespace()->lookup(&context_.Idents.get(alias_name)))
      if (const auto* alias = dyn_cast<TypedefNameDecl>(each)) (void)types_.variable(alias->getUnderlyingType());
  }

  /// False: it is neither.
  bool add_text_or_stream() {
    if (name_ == "basic_string" && element(0)->isCharType()) {
      add_from_text("<string>");
    } else if (name_ == "basic_string_view" && element(0)->isCharType()) {
      add_from_text("<string_view>");
    } else if (name_ == "basic_istream" && element(0)->isCharType()) {
      ask_for("istringstream");
    } else if (name_ == "basic_ostream" && element(0)->isCharType()) {
      ask_for("ostringstream");
    } else if (name_ == "path") {
      declare(
          CallableKind::kConversion, spelled_ + " {r}(std::string({0}, {#0}));", text_and_length(types_.text()),
          {"<filesystem>", "<string>"},
          fmt::format("::new (out) {}(std::string((const char*)in[0], (size_t)*(unsigned long*)in[1]));", spelled_));
      builder_.add_file(variable_, "const " + spelled_ + " {r} = {f};", fmt::format("::new (out) {}(name);", spelled_));
    } else if (name_ == "basic_string") {
      add_from_bytes({"<string>"});
    } else if (name_ == "basic_ifstream" && element(0)->isCharType()) {
      builder_.add_file(variable_, "std::ifstream {r}({f});", fmt::format("::new (out) {}(name);", spelled_));
    } else if (name_ == "basic_regex" && element(0)->isCharType()) {
      add_from_text("<regex>");
    } else if (name_ == "error_code") {
      add_plain("<system_error>");
      if (const auto value = values_of({context_.IntTy}))
        declare(CallableKind::kConversion,
                fmt::format("std::error_code {{r}}({}, std::generic_category());", value->shown()), value->parameters,
                {"<system_error>"},
                fmt::format("::new (out) std::error_code({}, std::generic_category());", value->passed()));
    } else if (is_one_of({"mutex", "recursive_mutex"})) {
      add_plain("<mutex>");
    } else if (name_ == "locale") {
      add_plain(own_header());
    } else if (name_ == "any") {
      add_plain("<any>");
      (void)add_from({context_.IntTy}, "<any>");
      (void)add_from({context_.getPointerType(context_.CharTy.withConst())}, "<any>");
    } else if (is_one_of({"basic_istringstream", "basic_stringstream"})) {
      declare(
          CallableKind::kConversion,
          fmt::format("std::{} {{r}}(std::string({{0}}, {{#0}}));", name_.substr(std::string_view("basic_").size())),
          text_and_length(types_.text()), {"<sstream>", "<string>"},
          fmt::format("::new (out) {}(std::string((const char*)in[0], (size_t)*(unsigned long*)in[1]));", spelled_));
    } else {
      return false;
    }
    return true;
  }

  /// Of numbers or bytes as many as there are.
  void add_sequence_of_values() {
    const QualType held = element(0).getUnqualifiedType();
    if (held->isCharType()) return add_from_bytes({"<string>", own_header()});
    if (!types_.has_numbers(held)) return;
    declare(
        CallableKind::kConversion, spelled_ + " {r}{*0};", text_and_length(types_.numbers_of(held)), {own_header()},
        fmt::format("const {0}* values = (const {0}*)in[0]; ::new (out) {1}(values, values + *(unsigned long*)in[1]);",
                    types_.spelling(held), spelled_));
  }

  void add_sequence() {
    add_plain(own_header());
    add_sequence_of_values();
    if (element(0)->isRecordType() && name_ != "list")
      add_getter("at", context_.getLValueReferenceType(element(0)), true);
    add_change("push_back", {element(0)}, "{0.}push_back({1})", fmt::format("push_back({})", passed(1, 0)));
    add_ends("iterator", "begin", "end");
    add_ends("const_iterator", "cbegin", "cend");
  }
  /// Where somebody takes such an iterator.
  void add_ends(const char* type_name, const char* begin, const char* end) {
    const QualType iterator = member_type(type_name);
    const CXXRecordDecl* record = iterator.isNull() ? nullptr : iterator->getAsCXXRecordDecl();
    if (record == nullptr || !types_.find_record(record)) return;
    add_getter(begin, iterator, false);
    add_getter(end, iterator, false);
  }

  /// What a constructor is given: one value of each type, as a test shows them and as a thunk passes them.
  struct Values {
    std::vector<Parameter> parameters;
    Arguments given;
    [[nodiscard]] std::string shown() const { return fmt::format("{}", fmt::join(given.shown, ", ")); }
    [[nodiscard]] std::string passed() const { return fmt::format("{}", fmt::join(given.passed, ", ")); }
  };
  /// nullopt: one of them cannot be made.
  std::optional<Values> values_of(const std::vector<QualType>& types) {
    Values result;
    for (std::size_t i = 0; i < types.size(); ++i) {
      Parameter value;
      value.name = "value";
      if (types[i].isNull() || !parameters_.fill(value, types[i].getUnqualifiedType())) return std::nullopt;
      result.parameters.push_back(value);
      result.given.add(fmt::format("{{{}}}", i), builder_.argument(i, types[i].getUnqualifiedType()));
    }
    return result;
  }
  /// From a value of each of these types; false: one of them cannot be made.
  bool add_from(const std::vector<QualType>& types, const std::string& header) {
    const auto values = values_of(types);
    if (!values) return false;
    declare(CallableKind::kConversion, fmt::format("{} {{r}}({});", spelled_, values->shown()), values->parameters,
            {header}, fmt::format("::new (out) {}({});", spelled_, values->passed()));
    return true;
  }
  /// From a value of each of the first `count` elements; false: one of them cannot be made.
  bool add_from_elements(unsigned count, const std::string& header) {
    std::vector<QualType> types;
    for (unsigned i = 0; i < count; ++i) types.push_back(element(i));
    return !types.empty() && add_from(types, header);
  }
  /// With a value of each alternative in turn.
  void add_variant() {
    for (unsigned i = 0; i < element_count(); ++i)
      if (const auto values = values_of({element(i)}))
        declare(CallableKind::kConversion,
                fmt::format("{} {{r}}(std::in_place_index<{}>, {});", spelled_, i, values->shown()), values->parameters,
                {"<variant>"},
                fmt::format("::new (out) {}(std::in_place_index<{}>, {});", spelled_, i, values->passed()));
  }
  void add_array() {
    add_plain("<array>");
    const ArrayRef<TemplateArgument> arguments = template_arguments();
    constexpr std::size_t kMost = 8;
    if (arguments.size() < 2 || arguments[1].getKind() != TemplateArgument::Integral) return;
    const std::size_t size = arguments[1].getAsIntegral().getZExtValue();
    const auto values = values_of(std::vector(std::min(size, kMost + 1), element(0)));
    if (size == 0 || size > kMost || !values) return;
    declare(CallableKind::kConversion, fmt::format("{} {{r}}{{{{{}}}}};", spelled_, values->shown()),
            values->parameters, {"<array>"}, fmt::format("::new (out) {}{{{{{}}}}};", spelled_, values->passed()));
  }
  /// Of numbers or bytes as many as there are; of anything else up to three.
  void add_span() {
    const QualType held = element(0).getUnqualifiedType();
    add_plain("<span>");
    if (!types_.has_numbers(held)) return add_span_of_few(held);
    std::vector<Parameter> parameters = text_and_length(held->isCharType() ? types_.text() : types_.numbers_of(held));
    declare(
        CallableKind::kConversion, spelled_ + " {r}({0}, {#0});", std::move(parameters), {"<span>"},
        fmt::format("::new (out) {}(({}*)in[0], (size_t)*(unsigned long*)in[1]);", spelled_, types_.spelling(held)));
  }
  /// In a thunk the elements have to outlive the call, as they do in a test.
  void add_span_of_few(QualType held) {
    constexpr std::size_t kMost = 3;
    for (std::size_t count = 1; count <= kMost; ++count) {
      const auto values = values_of(std::vector(count, held));
      if (!values) return;
      const std::string of = types_.spelling(held);
      declare(CallableKind::kConversion,
              fmt::format("{} {{r}}Elements[] = {{{}}};\n{} {{r}}({{r}}Elements);", of, values->shown(), spelled_),
              values->parameters, {"<span>"},
              fmt::format("::new (out) {}(new {}[{}]{{{}}}, {});", spelled_, of, count, values->passed(), count));
    }
  }
  /// Up to three elements. In a thunk the list has to outlive the call, as it does in a test.
  void add_initializer_list() {
    constexpr std::size_t kMost = 3;
    for (std::size_t count = 0; count <= kMost; ++count) {
      const auto values = values_of(std::vector(count, element(0)));
      if (!values) return;
      const std::string held = types_.spelling(element(0));
      declare(CallableKind::kConversion, fmt::format("{} {{r}} = {{{}}};", spelled_, values->shown()),
              values->parameters, {"<initializer_list>"},
              fmt::format("struct {{ const {0}* first; std::size_t size; }} list{{new {0}[{1} + 1]{{{2}}}, {1}}}; "
                          "static_assert(sizeof list == sizeof({3})); std::memcpy(out, &list, sizeof list);",
                          held, count, values->passed(), spelled_));
    }
  }
  void add_optional() {
    add_plain(own_header());
    if (add_from_elements(1, own_header()) && element(0)->isRecordType())
      add_getter("value", context_.getLValueReferenceType(element(0)), false);
  }

  /// From a pointer to element 0, which is parameter `value`.
  void add_from_pointer(const Parameter& value, QualType held, const std::string& header) {
    declare(CallableKind::kConversion, spelled_ + " {r}({0});", {value}, {header},
            fmt::format("::new (out) {}({});", spelled_, builder_.argument(0, held)));
  }
  /// Takes over an object on the heap.
  void add_smart_pointer() {
    add_plain("<memory>");
    const QualType held = context_.getPointerType(element(0));
    if (!element(0)->isArrayType()) add_getter("get", held, false);
    add_reset();
    Parameter value;
    value.name = "pointer";
    value.owns = true;
    if (!parameters_.fill(value, held)) return;
    std::erase_if(value.sources, [](const Source& source) { return source.mode != PassMode::kLoad; });
    add_from_pointer(value, held, "<memory>");
  }
  /// `alarm.reset();`, as `delete` (Builder::add_deletion): only where the report shows that such an object ended.
  void add_reset() {
    const CXXRecordDecl* held = element(0)->getAsCXXRecordDecl();
    const CXXDestructorDecl* destructor =
        held != nullptr && held->hasDefinition() ? held->getDefinition()->getDestructor() : nullptr;
    if (destructor == nullptr || !builder_.is_destroyed_in_report(held)) return;
    auto callable = method("reset", "", {});
    if (!callable) return;
    builder_.set_function(*callable, GlobalDecl(destructor, Dtor_Base));
    callable->owner = types_.spelling(element(0));  // a call of that class, as what it runs is
    callable->mutates_object = true;
    callable->parameters.front().releases = true;
    callable->expression = "{0.}reset()";
    builder_.add(std::move(*callable), fmt::format("(*({}*)in[0]).reset();", spelled_));
  }
  void add_function() {
    add_plain("<functional>");
    if (element(0)->getAs<FunctionProtoType>() == nullptr) return;
    const QualType held = context_.getPointerType(element(0));
    Parameter value;
    value.name = "callback";
    if (parameters_.fill(value, held)) add_from_pointer(value, held, "<functional>");
    add_lambda();
    const bool is_hash = is_like_hash(), is_comparison = is_like_comparison();
    if (is_hash) add_hashes();
    if (is_comparison) add_comparisons();
    if (!is_hash && !is_comparison) add_with_state();
  }
  [[nodiscard]] QualType parameter_of_function(unsigned i) const {
    return element(0)->getAs<FunctionProtoType>()->getParamType(i).getNonReferenceType().getUnqualifiedType();
  }
  /// What a class keeps and calls with one value for a large number: `Hash` of a table. Nobody hands over one that answers the same key otherwise.
  [[nodiscard]] bool is_like_hash() const {
    const auto* prototype = element(0)->getAs<FunctionProtoType>();
    return builder_.is_kept_function(type_) && prototype->getNumParams() == 1 &&
           prototype->getReturnType()->isUnsignedIntegerType() &&
           context_.getTypeSize(prototype->getReturnType()) >= context_.getTypeSize(context_.UnsignedIntTy);
  }
  /// What a class keeps and calls with two of a kind for a bool: `Compare` of a list, `KeyEqual` of a table.
  [[nodiscard]] bool is_like_comparison() const {
    const auto* prototype = element(0)->getAs<FunctionProtoType>();
    return builder_.is_kept_function(type_) && prototype->getNumParams() == 2 &&
           prototype->getReturnType()->isBooleanType() &&
           context_.hasSameType(parameter_of_function(0), parameter_of_function(1));
  }
  /// Is it of a type for which the standard library has std::hash, std::less and so on?
  [[nodiscard]] bool is_plain_value(QualType type) const {
    return type->isArithmeticType() || type->isEnumeralType() || types_.spelling(type) == "std::string";
  }
  void add_functor(std::string_view name, QualType of) {
    const std::string made = fmt::format("std::{}<{}>()", name, types_.spelling(of));
    declare(CallableKind::kConversion, fmt::format("{} {{r}} = {};", spelled_, made), {}, {"<functional>"},
            fmt::format("::new (out) {}({});", spelled_, made));
  }
  void add_comparisons() {
    const QualType compared = parameter_of_function(0);
    if (!is_plain_value(compared)) return;
    for (const std::string_view name : {"less", "greater", "equal_to"}) add_functor(name, compared);
  }
  /// The standard library's, and one by which many keys have the same hash, or such that differ in a few bits only: what hash tables go wrong with.
  void add_hashes() {
    const QualType key = parameter_of_function(0);
    if (is_plain_value(key)) add_functor("hash", key);
    const auto* prototype = element(0)->getAs<FunctionProtoType>();
    const QualType hash = prototype->getReturnType().getCanonicalType();
    const auto values = values_of({hash, hash});
    if (!values || !key->isIntegralOrEnumerationType() || key->isScopedEnumeralType()) return;
    const std::string taken = parameter_list(types_, prototype, {"key"}), result = types_.spelling(hash);
    declare(CallableKind::kConversion,
            fmt::format("{} {{r}} = []({}) -> {} {{ return (key & {{0}}) * {{1}}; }};", spelled_, taken, result),
            values->parameters, {"<functional>"},
            fmt::format("::new (out) {}([mask = {}, factor = {}]({}) -> {} {{ return (key & mask) * factor; }});",
                        spelled_, values->given.passed[0], values->given.passed[1], taken, result));
  }
  /// One that always gives the same answer, or none.
  void add_lambda() {
    const auto* prototype = element(0)->getAs<FunctionProtoType>();
    const QualType returned = prototype->getReturnType().getCanonicalType();
    const bool gives = returned->isArithmeticType() || returned->isEnumeralType();
    const auto values = values_of(gives ? std::vector{returned} : std::vector<QualType>{});
    if (!values || !(gives || returned->isVoidType())) return;
    const std::string taken = parameter_list(types_, prototype, std::vector<std::string>(prototype->getNumParams()));
    const std::string result = types_.spelling(returned);
    declare(CallableKind::kConversion,
            gives ? fmt::format("{} {{r}} = []({}) -> {} {{ return {{0}}; }};", spelled_, taken, result)
                  : fmt::format("{} {{r}} = []({}) {{}};", spelled_, taken),
            values->parameters, {"<functional>"},
            gives ? fmt::format("::new (out) {}([answer = {}]({}) -> {} {{ return answer; }});", spelled_,
                                values->given.passed[0], taken, result)
                  : fmt::format("::new (out) {}([]({}) {{}});", spelled_, taken));
  }
  /// One that answers the first time otherwise than later.
  void add_with_state() {
    const QualType returned = element(0)->getAs<FunctionProtoType>()->getReturnType().getCanonicalType();
    if (!returned->isArithmeticType() && !returned->isEnumeralType()) return;
    const auto values = values_of({returned, returned});
    if (!values) return;
    const std::string result = types_.spelling(returned);
    declare(
        CallableKind::kConversion,
        fmt::format("{} {{r}} = [calls = 0](auto&&...) mutable -> {} {{ return calls++ == 0 ? {{0}} : {{1}}; }};",
                    spelled_, result),
        values->parameters, {"<functional>"},
        fmt::format("::new (out) {}([calls = 0, first = {}, then = {}](auto&&...) mutable -> {} {{ return calls++ == 0 "
                    "? first : then; }});",
                    spelled_, values->given.passed[0], values->given.passed[1], result));
  }

  Builder& builder_;
  ASTContext& context_;
  TypeTable& types_;
  ParameterRules& parameters_;
  const ClassTemplateSpecializationDecl* specialisation_;
  QualType type_;
  TypeId variable_;
  std::string spelled_, name_;
};

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

void Builder::add_standard(const CXXRecordDecl* record) {
  if (record->getName() == "_IO_FILE") return add_c_file(record);
  if (record->getName() == kCalledWithAnythingName) return add_called_with_anything(record);
  if (!StringRef(record->getQualifiedNameAsString()).starts_with("std::")) return;
  if (const auto variable = types_.variable(context_.getRecordType(record)))
    StandardType(*this, record, *variable).add();
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
      if (!callable.result || !parameters_.fill(value, context_.getLValueReferenceType(given.withConst()))) continue;
      callable.parameters = {value};
      callable.includes = {"<memory>"};
      callable.expression = spelled + "({0})";
      callable.declaration = spelled + " {r}({0});";
      add(std::move(callable), fmt::format("::new (out) {}({});", spelled, argument(0, given)));
    }
}

}  // namespace reenact::api
