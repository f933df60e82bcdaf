#include "api/contracts/lifetimes.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>

#include "base/text.h"

namespace reenact::api {
namespace {

using Words = std::vector<std::string>;

bool has_any(const Words& words, const std::set<std::string_view>& among) {
  return std::ranges::any_of(words, [&](const std::string& word) { return among.contains(word); });
}

bool is_c_function(const Callable& callable) {
  return callable.kind == CallableKind::kFunction && !callable.linkage_name.empty() && !callable.parameters.empty();
}

/// Is it given an object or handle to work on, not a text, a number or a pointer to pointers?
bool takes_object(const Parameter& parameter, const ApiModel& api) {
  const Type& type = api[parameter.type];
  if (type.kind != TypeKind::kPointer || type.spelling.starts_with("const ")) return false;
  return std::ranges::any_of(parameter.sources,
                             [&](const Source& source) {
                               const TypeKind kind = api[source.type].kind;
                               return (kind == TypeKind::kPointer && source.mode == PassMode::kLoad) ||
                                      kind == TypeKind::kObject;
                             }) &&
         std::ranges::none_of(parameter.sources, [&](const Source& source) {
           return api[source.type].kind == TypeKind::kText || api[source.type].kind == TypeKind::kNumbers;
         });
}

/// `image_release(image)`, but not `lock_release(lock)` beside `lock_acquire(lock)`: what can be taken again is still there.
bool is_release(const Words& words, const ApiModel& api) {
  static const std::set<std::string_view> kTake{"acquire", "lock", "grab", "press", "hold", "retain", "take"};
  if (words.back() != "release") return false;
  return std::ranges::none_of(api.callables, [&](const Callable& other) {
    const Words theirs = words_of(other.name);
    return theirs.size() == words.size() && kTake.contains(theirs.back()) &&
           std::equal(words.begin(), words.end() - 1, theirs.begin());
  });
}

const std::set<std::string_view> kFrees{"free",  "destroy", "delete",  "dispose", "close",
                                        "unref", "decref",  "dealloc", "deinit",  "teardown"};

/// Returns it, `T* make()`, or fills it in, `int make(T** made)`.
bool makes(const Callable& callable, TypeId pointer) {
  return callable.result == pointer || std::ranges::any_of(callable.parameters, [&](const Parameter& parameter) {
           return std::ranges::any_of(parameter.sources, [&](const Source& source) {
             return source.type == pointer && source.mode == PassMode::kAddress;
           });
         });
}

/// `dictionary_del(d)` beside `dictionary_new()`, `session_del(s)` beside `session_client_new()`; but not `event_del(e)` beside `event_free(e)`:
/// that one takes it out of a list.
bool is_deletion(const Callable& callable, const Words& words, const ApiModel& api) {
  static const std::set<std::string_view> kMakes{"new", "create", "alloc", "make", "open"};
  if (words.back() != "del") return false;
  bool is_made = false;
  for (const Callable& other : api.callables) {
    const Words theirs = words_of(other.name);
    if (theirs.size() < words.size() || !std::equal(words.begin(), words.end() - 1, theirs.begin())) continue;
    if (theirs.size() == words.size() && kFrees.contains(theirs.back())) return false;
    is_made = is_made || (kMakes.contains(theirs.back()) &&
                          (theirs.size() == words.size() || makes(other, callable.parameters.front().type)));
  }
  return is_made;
}

/// `freedict(d)` of a `dictionary*`, but not `freehand(shape)`.
bool frees_by_type(const Words& words, const Callable& callable, const ApiModel& api) {
  constexpr std::string_view kFree = "free";
  const std::string type = lower(api[callable.parameters.front().type].spelling);
  return !callable.result && std::ranges::any_of(words, [&](const std::string& word) {
    return word.starts_with(kFree) && word.size() > kFree.size() + 1 && type.contains(word.substr(kFree.size()));
  });
}

void mark_release(Callable& callable, const ApiModel& api) {
  static const std::set<std::string_view> kOfParts{"all", "item",  "items", "child",   "children",
                                                   "at",  "entry", "key",   "element", "node"};
  const Words words = words_of(callable.name);
  if (words.empty() || callable.result_is_reference || !takes_object(callable.parameters.front(), api)) return;
  const bool is_alone = callable.parameters.size() == 1;
  const bool ends_alone = is_release(words, api) || is_deletion(callable, words, api) ||
                          frees_by_type(words, callable, api) || (has_any(words, kFrees) && !has_any(words, kOfParts));
  if (kFrees.contains(words.back()) || (is_alone && ends_alone)) callable.parameters.front().releases = true;
}

/// A callback that frees what it is given, `[](listener* given) { listener_free(given); }`, or what it holds (api/builder/actions.cpp).
void mark_release_by_callbacks(ApiModel& api) {
  std::vector<std::string> calls;
  for (const Callable& callable : api.callables)
    if (is_c_function(callable) && callable.parameters.front().releases) calls.push_back("{ " + callable.name + "(");
  for (Callable& callable : api.callables) {
    if (callable.kind != CallableKind::kCallback || callable.parameters.empty()) continue;
    const char* const freed = callable.parameters.front().sources.empty() ? "given" : "{r}Held";
    if (std::ranges::any_of(calls,
                            [&](const std::string& call) { return callable.declaration.contains(call + freed); }))
      callable.parameters.front().releases = true;
  }
}

/// `document.DeleteNode(node)`, `world.DestroyBody(body)`: a method that is given one object frees that one, whatever the rest of its name says.
void mark_release_by_method(Callable& callable, const ApiModel& api) {
  constexpr std::size_t kReceiver = 1;
  if (callable.kind != CallableKind::kMethod || callable.parameters.size() != kReceiver + 1) return;
  Parameter& given = callable.parameters[kReceiver];
  if (says_end(std::string(unqualified(callable.name))) && takes_object(given, api)) given.releases = true;
}

std::size_t common_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

std::string letters_of(const std::string& name) {
  std::string result;
  for (const char c : lower(name))
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) result += c;
  return result;
}

/// The parameter that `init` sets up: of several structs the one whose name is most like the function's.
void mark_initialiser(Callable& callable, const ApiModel& api) {
  const Words words = words_of(callable.name);
  const bool initialises = std::ranges::any_of(
      words, [](const std::string& word) { return word == "init" || word.starts_with("initiali"); });
  const bool makes_another = callable.result && api[*callable.result].kind == TypeKind::kPointer;
  if (!initialises || makes_another) return;
  Parameter* best = nullptr;
  std::size_t best_prefix = 0;
  for (Parameter& each : callable.parameters) {
    const auto type = struct_of(each, api);
    if (!type) continue;
    const std::size_t prefix = common_prefix(letters_of(api[*type].spelling), letters_of(callable.name));
    if (best == nullptr || prefix > best_prefix) {
      best = &each;
      best_prefix = prefix;
    }
  }
  if (best != nullptr) best->initialises = true;
}

/// Marks the functions of C that set up their first parameter, a struct, as `sets_up(callable, struct)` says; not of structs that
/// others set up.
template <typename SetsUp>
void mark_makers(ApiModel& api, const SetsUp& sets_up) {
  const std::set<TypeId> known = set_up_by_calls(api);
  for (Callable& callable : api.callables) {
    if (!is_c_function(callable)) continue;
    const auto type = struct_of(callable.parameters.front(), api);
    const bool makes_another = callable.result && api[*callable.result].kind == TypeKind::kPointer;
    if (type && !makes_another && !known.contains(*type) && sets_up(callable, api[*type]))
      callable.parameters.front().initialises = true;
  }
}

/// `ring_setup(ring*)`, `ring_set_up(ring_t*)`, `setup_ring(ring*)`: nothing but the struct's name and what is done with it, by one of
/// `verbs`. Not `uart_setup(uart_config*)`, which takes what others have filled in.
bool is_done_to(const Callable& callable, const Type& type, const std::vector<std::string>& verbs) {
  const std::string name = letters_of(callable.name);
  std::string of = letters_of(type.spelling);
  if (type.spelling.ends_with("_t")) of.pop_back();
  return std::ranges::any_of(verbs, [&](const std::string& verb) { return name == of + verb || name == verb + of; });
}

/// Where nothing is said to initialise a struct, `setup` does, else `open`: `mtar_open(mtar_t* tar, const char* name, const char* mode)`.
/// One with fields that are the library's own somebody has to set up: `ring_create(ring*)`, or `ring_reset(ring*)`, if that is all there is.
void mark_other_initialisers(ApiModel& api) {
  mark_makers(api, [](const Callable& callable, const Type& type) {
    return is_done_to(callable, type, {"setup", "construct"});
  });
  mark_makers(api, [](const Callable& callable, const Type& type) {
    constexpr std::size_t kOwnPrefix = 3;  // "mtar"
    return has_any(words_of(callable.name), {"open"}) &&
           common_prefix(letters_of(type.spelling), letters_of(callable.name)) >= kOwnPrefix;
  });
  std::set<std::string> with_own;  // spellings
  for (const Callable& callable : api.callables)
    if (callable.kind == CallableKind::kFieldWrite && callable.forges) with_own.insert(callable.owner);
  for (const std::vector<std::string>& verbs :
       {std::vector<std::string>{"create", "make", "new"}, std::vector<std::string>{"reset", "clear"}})
    mark_makers(api, [&](const Callable& callable, const Type& type) {
      return with_own.contains(type.spelling) && is_done_to(callable, type, verbs);
    });
}

/// Structs that functions make.
std::set<TypeId> made_by_functions(const ApiModel& api) {
  static const std::set<std::string_view> kMakes{"new", "create", "alloc", "make", "open", "init", "dup", "clone"};
  std::set<TypeId> result;
  std::set<std::string> made;  // spellings of pointers
  for (const Callable& callable : api.callables) {
    if (callable.kind != CallableKind::kFunction) continue;
    if (callable.result && !callable.linkage_name.empty() && !callable.result_is_reference &&
        api[*callable.result].kind == TypeKind::kPointer && has_any(words_of(callable.name), kMakes))
      made.insert(letters_of(api[*callable.result].spelling));
  }
  for (const Type& type : api.types)
    if (type.kind == TypeKind::kObject && made.contains(letters_of(type.spelling))) result.insert(type.id);
  return result;
}

/// Structs that calls set up, and those that functions make: a plain one is not what users have.
std::set<TypeId> wanting_initialiser(const ApiModel& api) {
  std::set<TypeId> result = set_up_by_calls(api);
  result.merge(made_by_functions(api));
  return result;
}

/// How many there are of what is in a struct that only the library makes is the library's to say: `tree->num_nodes = 1`.
void mark_counts(ApiModel& api) {
  static const std::set<std::string_view> kCounts{"count", "num", "len", "length", "refcount", "nelem"};
  std::set<std::string> made;
  for (const TypeId id : made_by_functions(api)) made.insert(api[id].spelling);
  for (Callable& callable : api.callables) {
    if (callable.kind != CallableKind::kFieldWrite || !made.contains(callable.owner) || callable.parameters.size() < 2)
      continue;
    const std::string field(unqualified(callable.name));
    const bool is_count = has_any(words_of(field), kCounts) || lower(field).starts_with("num");
    if (is_count && api[callable.parameters[1].type].kind == TypeKind::kInteger) callable.forges = true;
  }
}

/// The struct that a field points to, which its library may write; null: it is no such field.
const Type* part_pointed_to(const Callable& write, const ApiModel& api) {
  if (write.kind != CallableKind::kFieldWrite || write.parameters.size() != 2) return nullptr;
  const auto type = struct_of(write.parameters[1], api);
  return type ? &api[*type] : nullptr;
}

/// What structs are made of that calls set up or make, and that no function takes or returns, is the library's own: the nodes of a tree. Not a
/// struct with functions, by which users tell the library what to do.
void mark_parts(ApiModel& api) {
  std::set<std::string> wholes;
  for (const TypeId id : wanting_initialiser(api)) wholes.insert(api[id].spelling);
  std::set<TypeId> for_users;
  std::set<std::string> made, with_functions;
  for (const Callable& callable : api.callables) {
    const bool is_function = callable.kind == CallableKind::kFunction || callable.kind == CallableKind::kMethod ||
                             callable.kind == CallableKind::kStaticMethod ||
                             callable.kind == CallableKind::kConstructor;
    for (const Parameter& parameter : callable.parameters) {
      if (callable.kind == CallableKind::kFieldWrite && api[parameter.type].kind == TypeKind::kCallback)
        with_functions.insert(callable.owner);
      for (const Source& source : parameter.sources)
        if (is_function) for_users.insert(source.type);
    }
    if (is_function && callable.result) made.insert(letters_of(api[*callable.result].spelling));
  }
  for (Callable& callable : api.callables) {
    const Type* part = part_pointed_to(callable, api);
    if (part != nullptr && wholes.contains(callable.owner) && !for_users.contains(part->id) &&
        !made.contains(letters_of(part->spelling)) && !with_functions.contains(part->spelling))
      callable.forges = true;
  }
}

bool is_iterator(const Type& type) { return type.kind == TypeKind::kObject && says_iterator(type.spelling); }

/// An iterator that is passed to a method of something else than an iterator.
void mark_iterators(Callable& callable, const ApiModel& api) {
  if (callable.kind != CallableKind::kMethod || callable.parameters.empty() ||
      is_iterator(api[callable.parameters[0].type]))
    return;
  for (std::size_t k = 1; k < callable.parameters.size(); ++k)
    if (is_iterator(api[callable.parameters[k].type])) callable.parameters[k].belongs_to = 0;
}

/// `list.insert(at, 3)`: behind it, `at` may lead nowhere.
void mark_changes(Callable& callable) {
  static const std::set<std::string_view> kChanges{
      "add",  "append", "assign",  "clear",  "emplace", "erase",  "grow", "insert", "merge",   "pop",
      "push", "remove", "reserve", "resize", "shrink",  "splice", "swap", "take",   "truncate"};
  callable.ends_iterators = callable.kind == CallableKind::kMethod && callable.mutates_object &&
                            has_any(words_of(std::string(unqualified(callable.name))), kChanges);
}

/// `list.end()`, `*at`.
void mark_range_end(Callable& callable, const ApiModel& api) {
  const std::string_view name = unqualified(callable.name);
  const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
  };
  if (callable.parameters.size() != 1) return;
  if (callable.kind == CallableKind::kMethod && callable.result && is_iterator(api[*callable.result])) {
    if (is_one_of({"end", "cend", "rend", "crend"})) callable.range_end = RangeEnd::kMakes;
    if (is_one_of({"begin", "cbegin", "rbegin", "crbegin"})) callable.range_end = RangeEnd::kBegins;
  }
  if (callable.kind == CallableKind::kOperator && is_iterator(api[callable.parameters.front().type])) {
    if (is_one_of({"operator*", "operator->", "operator++"})) callable.range_end = RangeEnd::kReads;
    if (name == "operator--") callable.range_end = RangeEnd::kLeaves;
  }
}

/// `f(T* first, T* last)`: two pointers into one array, or two iterators of one object, by their names.
void mark_ranges(Callable& callable, const ApiModel& api) {
  for (std::size_t k = 1; k < callable.parameters.size(); ++k) {
    const Parameter& begin = callable.parameters[k - 1];
    Parameter& end = callable.parameters[k];
    const bool is_range = begin.type == end.type && name_range(begin.name, end.name) &&
                          (takes_object(end, api) || is_iterator(api[end.type]));
    if (is_range) end.belongs_to = static_cast<std::uint32_t>(k - 1);
  }
}

/// `message_set_data(message*, const char*)` sets "data"; empty: it sets nothing.
std::string set_by(const Callable& callable) {
  if (callable.parameters.size() != 2 || (callable.kind != CallableKind::kMethod && !is_c_function(callable)))
    return "";
  const Words words = words_of(std::string(unqualified(callable.name)));
  const auto set = std::ranges::find(words, "set");
  std::string result;
  if (set == words.end()) return result;
  for (auto word = std::next(set); word != words.end(); ++word) result += *word;
  return result;
}

bool takes_buffer(const Parameter& parameter, const ApiModel& api) {
  return api[parameter.type].kind == TypeKind::kPointer &&
         std::ranges::any_of(parameter.sources, [&](const Source& source) {
           return api[source.type].kind == TypeKind::kText || api[source.type].kind == TypeKind::kNumbers;
         });
}

/// `set_data()`, `set_size()`; `set_name()`, `set_name_length()`. What `set_text()` and `set_size()` set has nothing in common.
void mark_setters(ApiModel& api) {
  static const std::set<std::string_view> kBuffers{"data", "buffer", "buf", "bytes", "content", "contents", "payload"},
      kLengths{"size", "length", "len", "count"};
  for (Callable& length : api.callables) {
    const std::string name = set_by(length);
    if (name.empty() || api[length.parameters[1].type].kind != TypeKind::kInteger) continue;
    for (const Callable& buffer : api.callables) {
      const std::string what = set_by(buffer);
      if (what.empty() || buffer.parameters[0].type != length.parameters[0].type ||
          !takes_buffer(buffer.parameters[1], api))
        continue;
      if ((kLengths.contains(name) && kBuffers.contains(what)) ||
          (name.starts_with(what) && kLengths.contains(std::string_view(name).substr(what.size()))))
        length.length_of_field = buffer.id;
    }
  }
}

/// What a family of C functions works on: the first parameter of several. Null is no object, unless a comment says that it
/// may be given, or the function frees it.
void mark_objects(ApiModel& api, const std::set<std::string>& takes_null) {
  constexpr std::size_t kFamily = 3;  // functions
  const auto works_on_object = [&](const Callable& callable) {
    return is_c_function(callable) && callable.linkage_name == callable.name &&
           takes_object(callable.parameters.front(), api);
  };
  std::map<TypeId, std::set<std::string>> families;
  for (const Callable& callable : api.callables)
    if (works_on_object(callable)) families[callable.parameters.front().type].insert(callable.name);
  for (Callable& callable : api.callables) {
    if (!works_on_object(callable)) continue;
    Parameter& object = callable.parameters.front();
    if (families[object.type].size() >= kFamily && !object.releases && !takes_null.contains(callable.name))
      object.nonnull = true;
  }
}

}  // namespace

std::optional<TypeId> struct_of(const Parameter& parameter, const ApiModel& api) {
  const Type& type = api[parameter.type];
  if (type.kind != TypeKind::kPointer || type.spelling.starts_with("const ")) return std::nullopt;
  for (const Source& source : parameter.sources)
    if (source.mode == PassMode::kAddress && source.cast == kNoCast && api[source.type].kind == TypeKind::kObject)
      return source.type;
  return std::nullopt;
}

std::set<TypeId> set_up_by_calls(const ApiModel& api) {
  std::set<TypeId> result;
  for (const Callable& callable : api.callables)
    for (const Parameter& each : callable.parameters)
      if (const auto type = struct_of(each, api); type && each.initialises) result.insert(*type);
  return result;
}

/// Plain variables and aggregates; on the heap, too.
void want_initialiser(ApiModel& api, const std::set<TypeId>& types) {
  std::set<std::string> spellings;
  for (const TypeId id : types) spellings.insert(api[id].spelling);
  for (Callable& callable : api.callables) {
    const bool is_plain = callable.kind == CallableKind::kVariable ||
                          (callable.kind == CallableKind::kConversion && spellings.contains(callable.owner));
    if (is_plain && callable.result && spellings.contains(callable.name)) callable.needs_initialiser = true;
  }
}

bool says_end(const std::string& name) { return has_any(words_of(name), {"free", "destroy", "delete", "dispose"}); }

bool name_range(const std::string& begin, const std::string& end) {
  static const std::set<std::string_view> kBegins{"start", "begin", "first"}, kEnds{"end", "last", "stop"};
  return has_any(words_of(begin), kBegins) && has_any(words_of(end), kEnds);
}

bool says_iterator(const std::string& name) { return has_any(words_of(name), {"iterator", "iter"}); }

std::vector<std::string> words_of(const std::string& name) {
  Words words(1);
  const auto is = [](int (*test)(int), char c) { return test(static_cast<unsigned char>(c)) != 0; };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool begins = is(std::isupper, c) && i > 0 &&
                        (is(std::islower, name[i - 1]) || (i + 1 < name.size() && is(std::islower, name[i + 1])));
    if ((begins || !is(std::isalpha, c)) && !words.back().empty()) words.emplace_back();
    if (is(std::isalpha, c)) words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool has_word(const std::string& name, std::span<const std::string_view> among) {
  return std::ranges::any_of(words_of(name),
                             [&](const std::string& word) { return std::ranges::find(among, word) != among.end(); });
}

void mark_lifetimes(ApiModel& api, const std::set<std::string>& takes_null) {
  for (Callable& callable : api.callables) {
    mark_iterators(callable, api);
    mark_changes(callable);
    mark_range_end(callable, api);
    mark_ranges(callable, api);
    mark_release_by_method(callable, api);
    if (!is_c_function(callable)) continue;
    mark_release(callable, api);
    mark_initialiser(callable, api);
  }
  mark_other_initialisers(api);
  mark_release_by_callbacks(api);
  mark_setters(api);
  mark_counts(api);
  mark_parts(api);
  mark_objects(api, takes_null);
  want_initialiser(api, wanting_initialiser(api));
}

}  // namespace reenact::api
