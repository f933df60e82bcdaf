// Walks the declarations of the parsed prelude and makes callables, each with the C++ text of its thunk.
#pragma once

#include <clang/Sema/Sema.h>

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "api/reading.h"
#include "api/sources/opened_files.h"
#include "api/types/function_objects.h"
#include "api/types/parameters.h"
#include "api/types/reported_templates.h"
#include "api/types/types.h"

namespace reenact::api {

/// The declarator of a new variable "{r}" of that type, as it is written: "char* {r}", "int {r}".
std::string new_variable(std::string type);
/// "length", "nbytes", "n".
bool sounds_like_length(const std::string& name);
/// The array of any size that a struct ends in: `char data[];`, `char data[0];`. Null: it ends otherwise.
const clang::FieldDecl* array_at_end(const clang::CXXRecordDecl* record);
/// The field that tells how many elements that array has: by its attribute, its name ("npoints" of `points`), or because it sounds like a
/// length. Null: none.
const clang::FieldDecl* count_at_end(const clang::CXXRecordDecl* record);
/// A text's bytes and their number, as two parameters of one literal.
std::vector<Parameter> text_and_length(TypeId text);
/// Can an object of this type be handed over by value without being moved from? True for references and scalars. `by_derived`: may a class
/// that is derived from it copy it, as its part?
bool is_copyable(clang::QualType type, bool by_derived = false);
/// Can the public make objects of the class, given a constructor, and destroy them?
bool can_be_constructed(const clang::CXXRecordDecl* record);
/// Its member type of that name, "iterator"; null: it has none.
[[nodiscard]] clang::QualType member_type(const clang::CXXRecordDecl* record, const char* name);

/// The arguments of a call, as a test shows them ("{0}": parameter 0) and as a thunk passes them.
struct Arguments {
  std::vector<std::string> shown, passed;

  void add(const std::string& as_shown, const std::string& as_passed) {
    shown.push_back(as_shown);
    passed.push_back(as_passed);
  }
};

/// How a callback's function pointer, parameters and result are spelled.
struct CallbackSignature {
  std::string type, parameters, result;
};
/// "T a0, U a1" cannot be spelled for every type by simple concatenation ("void (*)(int) a0"); std::common_type can.
std::string parameter_list(const TypeTable& types, const clang::FunctionProtoType* prototype,
                           const std::vector<std::string>& names);
/// Sets `out` to one of a few lambdas in turn; `held[slot]` keeps what the callable was given. `body` sees that as
/// `in`, as any thunk does.
std::string callback_thunk(const CallbackSignature& signature, std::size_t held, const std::string& body);

/// Rank and cap: an API of thousands of callables is cut to what is nearest to the report. The project's own declarations leave
/// room for what makes their arguments: classes of the standard library, callbacks, arrays, aggregates.
inline constexpr std::size_t kMaxCallables = 2500, kMaxOfProject = 2000;

class Builder {
 public:
  Builder(clang::Sema& sema, ApiReading& reading, std::vector<std::string> names_in_report,
          std::vector<std::string> functions_in_report, Instantiations& instantiations,
          const OpenedFiles& opened_files);
  void build();

 private:
  // builder.cpp: the walk, and what every callable needs
  [[nodiscard]] const clang::ClassTemplateSpecializationDecl* specialisation_of(
      const clang::TypedefNameDecl* alias) const;
  void name_classes(const clang::DeclContext* scope, int depth);
  void add_reported();
  void add_nearest();
  void visit(clang::DeclContext* scope, int depth);
  void describe_records();
  void add_makers_of_others();
  void complete_arguments(const clang::CXXRecordDecl* record);
  void add_template_bases(const clang::CXXRecordDecl* record);
  void visit_record(const clang::CXXRecordDecl* record);
  void visit_alias(const clang::TypedefNameDecl* alias);
  std::string name_of_alias(const clang::TypedefNameDecl* alias) const;
  const clang::CXXRecordDecl* hidden_class_of(const clang::TypedefNameDecl* alias) const;
  bool is_project(const clang::Decl* declaration) const;
  bool is_of_another_library(const clang::CXXRecordDecl* record) const;
  void add_of_another_library(const clang::CXXRecordDecl* record);
  bool is_of_others(const clang::Decl* declaration) const;
  /// Can callers name it: neither private, nor in a namespace like `detail`, unless a public alias names its class?
  bool is_reachable(const clang::Decl* declaration) const;
  void name_files();
  bool fill_parameters(Callable& callable, const clang::FunctionDecl* function, std::size_t count);
  bool is_buffer(const clang::FunctionDecl* function, unsigned i, const Parameter& parameter) const;
  void pair_lengths(Callable& callable, const clang::FunctionDecl* function, std::size_t first, std::size_t count);
  std::string owner_of(const clang::FunctionDecl* function) const;
  /// Sets what the callable calls: the function's name for the linker, and whether a thunk has to compile its body.
  void set_function(Callable& callable, clang::GlobalDecl declaration);

  // calls.cpp: functions, methods, operators and templates
  struct Instantiated {
    const clang::FunctionDecl* function;
    std::string arguments;  // "<int>"; may be empty
  };
  void add_function(const clang::FunctionDecl* function, const std::string& template_arguments);
  void add_method(const clang::CXXMethodDecl* method, const std::string& template_arguments);
  // variadic_calls.cpp
  /// How a function with `...` is called: in a test and in a thunk, which `setup` begins.
  struct Variadic {
    std::string shown, passed, setup;
  };
  void add_with_more_arguments(const Callable& fixed, const clang::FunctionDecl* function, const Variadic& called);
  void add_variadic(Callable callable, const clang::FunctionDecl* function, const Variadic& called,
                    const Arguments& given);
  /// False: it takes none.
  bool add_with_va_list(const Callable& plain, const clang::FunctionDecl* function);
  /// What stands behind the named arguments.
  struct Following {
    std::vector<clang::QualType> more;
    std::optional<std::size_t> count = std::nullopt;  // the named parameter that says how many they are
    bool is_negative = false;                         // it says less than none
    bool ends_with_null = false;
  };
  bool add_with(const Callable& fixed, const clang::FunctionDecl* function, const Following& following);
  /// Adds the calls with what the function's body takes; false: it is not known how it is called without any, or not at all.
  bool add_with_taken_arguments(const Callable& fixed, const clang::FunctionDecl* function);
  /// What variadic_arguments.h has declared; null where that could not be spelled.
  [[nodiscard]] std::vector<clang::QualType> types_taken_by(const clang::FunctionDecl* function) const;
  void instantiate(clang::FunctionTemplateDecl* function, const clang::CXXRecordDecl* record);
  void instantiate_constructor(clang::FunctionTemplateDecl* function, const clang::CXXRecordDecl* record);
  bool add_deduced(clang::FunctionTemplateDecl* function, const clang::CXXRecordDecl* record,
                   const std::vector<clang::QualType>& types, const clang::CXXConstructorDecl* named = nullptr);
  void instantiate_forwarding(clang::FunctionTemplateDecl* function, const clang::CXXRecordDecl* record);
  void make_lambdas_plain();
  std::vector<std::vector<clang::QualType>> reported_arguments(const clang::FunctionTemplateDecl* function) const;
  std::vector<std::vector<clang::QualType>> arguments_of_others() const;
  std::vector<std::vector<clang::QualType>> template_arguments_worth_a_try(
      const clang::FunctionTemplateDecl* function) const;
  std::vector<std::vector<clang::TemplateArgument>> arguments_for_arrays(
      const clang::FunctionTemplateDecl* function) const;
  bool check_around_pack(clang::FunctionTemplateDecl* function, clang::TemplateArgumentListInfo& given,
                         llvm::SmallVectorImpl<clang::TemplateArgument>& converted);
  /// Nothing if the template does not take these arguments.
  std::optional<Instantiated> instantiated(clang::FunctionTemplateDecl* function,
                                           const std::vector<clang::TemplateArgument>& explicit_arguments,
                                           const clang::Sema::SFINAETrap& trap);
  // keepers.cpp: class templates that keep function objects
  void add_keepers();
  [[nodiscard]] bool has_instance(const clang::ClassTemplateDecl* made_of) const;
  /// What users_templates.h has declared.
  struct UsersInstance {
    const clang::ClassTemplateSpecializationDecl* made;
    std::string spelled;  // empty: as everybody else spells it
  };
  [[nodiscard]] std::vector<UsersInstance> instances_of_users() const;
  /// Adds those of which no other instance is known.
  void add_instances_of_users();
  bool add_keeper(clang::ClassTemplateDecl* made_of, const FunctionObjects::Known& known);
  [[nodiscard]] clang::ClassTemplateDecl* class_template(const std::string& name) const;
  /// As far as the report's words can be read here; nullopt: it is no instance of that template.
  [[nodiscard]] std::optional<FunctionObjects::Known> known_arguments(const clang::ClassTemplateDecl* made_of,
                                                                      const ReportedClass& reported,
                                                                      std::size_t number) const;
  [[nodiscard]] bool is_worth_keeping(const clang::ClassTemplateDecl* made_of) const;
  /// Is it a function object that a class template keeps, and is given?
  [[nodiscard]] bool is_kept_function(clang::QualType type) const;
  /// Would an object made with the first `count` arguments call what it was not given?
  [[nodiscard]] bool leaves_functions_empty(const clang::CXXConstructorDecl* constructor, std::size_t count) const;
  // objects.cpp: constructors, plain variables, fields, handles
  void add_constructors(const clang::CXXRecordDecl* record);
  void add_constructor_with_defaults(const clang::CXXRecordDecl* record, const clang::CXXConstructorDecl* constructor);
  void add_constructor(const clang::CXXRecordDecl* record, const clang::CXXConstructorDecl* constructor,
                       std::size_t count);
  void add_deletion(const clang::CXXRecordDecl* record);
  [[nodiscard]] bool is_destroyed_in_report(const clang::CXXRecordDecl* record) const;
  void add_plain_variable(const clang::CXXRecordDecl* record);
  /// Where fields are that a test writes: in an object, or in a struct or union in it.
  struct FieldsIn {
    std::string owner;         // the object's type
    std::string path;          // "u.key."; empty: in the object itself
    Parameter self;            // the object
    bool is_in_union = false;  // the struct, or one around it
    bool forges = false;       // what is there is the library's own
  };
  void add_fields(const clang::CXXRecordDecl* record);
  void add_fields(const clang::CXXRecordDecl* record, clang::QualType object, FieldsIn& place);
  [[nodiscard]] const clang::CXXRecordDecl* fields_through(const clang::FieldDecl* field, const FieldsIn& place) const;
  void add_fields_through(const clang::FieldDecl* field, const clang::CXXRecordDecl* nested, clang::QualType object,
                          const FieldsIn& place);
  std::optional<CallableId> add_field_write(const clang::FieldDecl* field, const FieldsIn& place);
  void add_field_read(const clang::FieldDecl* field, const FieldsIn& place);
  void add_handles();
  // implicit_members.cpp
  void add_implicit_members(const clang::CXXRecordDecl* record);
  void add_copy(const clang::CXXRecordDecl* record, const clang::CXXConstructorDecl* constructor,
                const std::string& source, const std::string& passed);
  void add_assignment(const clang::CXXRecordDecl* record, const clang::CXXMethodDecl* operation,
                      const std::string& shown, const std::string& thunk);
  void add_conversion_operator(const clang::CXXConversionDecl* conversion);
  // extended_structs.cpp
  void add_array_field(const clang::FieldDecl* field, const FieldsIn& place);
  void add_with_array_at_end(const clang::CXXRecordDecl* record);
  void add_with_elements_at_end(const clang::CXXRecordDecl* record, std::size_t elements);
  // aggregates.cpp
  void add_aggregates();
  void add_aggregate(const clang::CXXRecordDecl* record);
  /// The record's fields as parameters of `callable` and members of `braces`; false: it is no plain aggregate.
  bool flatten(const clang::CXXRecordDecl* record, const std::string& prefix, Callable& callable, Arguments& braces);
  void pair_fields(const clang::CXXRecordDecl* record, Callable& callable,
                   const std::map<const clang::FieldDecl*, std::size_t>& places) const;
  bool flatten_record(const std::string& name, clang::QualType type, Callable& callable, Arguments& braces);
  bool flatten_array(const std::string& name, clang::QualType type, Callable& callable, Arguments& braces);
  bool flatten_scalar(const std::string& name, clang::QualType type, Callable& callable, Arguments& braces);
  // standard.cpp: strings, streams, containers, smart pointers; files.cpp: files, sockets
  void add_files();
  void add_ranges();
  void add_descriptor(TypeId result);
  void add_file(TypeId result, std::string_view declaration, const std::string& store);
  void add_shared_conversions();
  class StandardType;
  void add_c_file(const clang::CXXRecordDecl* record);
  void add_standard(const clang::CXXRecordDecl* record);
  // called_with_anything.cpp
  void add_called_with_anything(const clang::CXXRecordDecl* record);
  // initialised.cpp: structs that calls set up
  void add_initialised();
  void add_initialised(std::size_t initialiser, std::size_t k, const std::set<std::string>& plain);
  // loops.cpp: calls that a test repeats
  void add_loops();
  void add_loop(std::size_t repeated, TypeId number);
  // callbacks.cpp: function pointers
  void add_callback(clang::QualType type);
  void add_own_callbacks();
  void add_own_callback(const clang::FunctionDecl* function, clang::QualType type, TypeId made);
  void add_release();
  void add_allocators();
  void add_reading_callback(clang::QualType type, const std::vector<std::string>& names);
  // arrays.cpp: arrays for parameters that take several elements
  void add_arrays();
  void add_sized_arrays();
  void add_room(clang::QualType element);
  void add_rooms();
  void add_sized_array(clang::QualType type);
  void add_text_array(clang::QualType type);
  void add_array(clang::QualType element, std::size_t count);
  bool fill_element(Parameter& parameter, clang::QualType element);
  [[nodiscard]] std::vector<Source> untyped_elements() const;
  void fill_handles_nobody_makes();
  // actions.cpp: callbacks that call back
  struct Action;
  void add_actions();
  void add_action(clang::QualType type, std::size_t called, int rank);
  const clang::CXXRecordDecl* record_wanted(const Parameter& parameter) const;
  bool pass_given(Action& action, std::size_t k, std::size_t given) const;
  void pass_kept(Action& action, std::size_t k, bool is_handle) const;
  // stubs.cpp: classes that a test derives
  struct StubText;
  void add_stub(const clang::CXXRecordDecl* record);
  std::string add_stub_field(const Parameter& value, clang::QualType type, Callable& callable, StubText& text) const;
  /// False: no such method can be written.
  bool add_stub_method(const clang::CXXMethodDecl* pure, const clang::CXXRecordDecl* record, Callable& callable,
                       StubText& text);

  /// Adds a callable whose thunk stores `expression` as the result (`result` null or void: none). nullopt: it is over the limit.
  std::optional<CallableId> add(Callable callable, const std::string& thunk);
  Callable make(CallableKind kind, const std::string& name, const std::string& owner) const;
  /// Result and thunk of an expression of type `type`; `{i}` in `call` are already C++ texts.
  void finish_call(Callable callable, clang::QualType type, const std::string& call);
  /// The argument of type `type` as a thunk spells it.
  std::string argument(std::size_t index, clang::QualType type) const;
  /// The first `count` arguments of `function`, which are the callable's parameters from `first` on.
  Arguments arguments_of(const clang::FunctionDecl* function, std::size_t count, std::size_t first) const;

  clang::Sema& sema_;
  clang::ASTContext& context_;
  ApiReading& reading_;
  ApiModel& api_;
  TypeTable types_;
  ParameterRules parameters_{types_};
  FunctionObjects function_objects_;
  std::vector<std::string> names_in_report_, functions_in_report_;
  const OpenedFiles& opened_files_;
  std::unique_ptr<clang::MangleContext> mangler_;
  std::set<const clang::Decl*> seen_;
  std::set<const clang::Decl*> named_publicly_;  // classes and class templates of which a public alias is a name
  std::vector<clang::ClassTemplateDecl*> class_templates_;
  std::map<std::string, std::vector<clang::QualType>> keepers_;  // by spelling: what constructors have to be given
  std::set<std::size_t> calls_function_objects_;                 // callables: instances of templates that do
  std::set<std::string> mentioned_;                              // plain last components of the names in the report
  std::set<std::string> shown_;                                  // those of the functions of its frames
  std::vector<const clang::FunctionDecl*> shown_functions_;      // of C, in either
  std::vector<const clang::FunctionDecl*> other_functions_;      // of C, in neither
  std::vector<const clang::CXXRecordDecl*> aggregates_;          // classes that may be filled field by field
  std::set<std::string> takes_null_;                             // functions whose comment speaks of a null pointer
  std::map<std::string, std::size_t> stubs_;                     // how many have a name already
  std::size_t described_ = 0;                                    // of the records that types_ has
  bool are_others_searched_ = false;                             // is what other libraries declare offered, too?
  std::size_t limit_ = kMaxOfProject;                            // callables: what is over it, is dropped
};

}  // namespace reenact::api
