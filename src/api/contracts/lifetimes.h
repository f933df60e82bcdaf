// Which calls begin and end the life of what they are given, by their names.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/api_model.h"

namespace reenact::api {

/// The words of a name, in lower case: "XML_ParserFree" has "xml", "parser", "free".
[[nodiscard]] std::vector<std::string> words_of(const std::string& name);
/// Is one of its words among these?
[[nodiscard]] bool has_word(const std::string& name, std::span<const std::string_view> among);

/// Does the name say that what it is given, or called on, ends: "DestroyBody", "free_node"?
[[nodiscard]] bool says_end(const std::string& name);
/// Do two parameters' names say that they are a range: "first" and "last"?
[[nodiscard]] bool name_range(const std::string& begin, const std::string& end);
/// Is it an iterator's: "const_iterator"?
[[nodiscard]] bool says_iterator(const std::string& name);

/// The struct that `parameter` takes by its address; nullopt: none that a call could set up.
[[nodiscard]] std::optional<TypeId> struct_of(const Parameter& parameter, const ApiModel& api);
/// Structs that a call sets up.
[[nodiscard]] std::set<TypeId> set_up_by_calls(const ApiModel& api);
/// What makes a plain one of these structs leaves it to be set up.
void want_initialiser(ApiModel& api, const std::set<TypeId>& types);

/// Marks in the finished model which parameters release, initialise or iterate over what, and which plain structs want an
/// initialiser (api_model.h).
///
///   void cfg_free(cfg_t* cfg);             releases `cfg`
///   void Pool::destroy_node(Node* node);   releases `node`
///   int mp_init(mp_int* a);                initialises `a`: a plain `mp_int a{};` is passed to nobody else before
///   void List::erase(List::iterator at);   `at` belongs to the List
///   item* item_new(void);                  and so a plain `item i{};` is no item
///   item* item_new(void);                  and so `i->num_parts = 1` forges what the library counts
///   struct tree { node* root; };           and so does `t.root = &n`, where a call sets trees up and none takes or returns nodes
///   int f(tag* start, tag* end);           `end` belongs to `start`
///   void Message::set_size(size_t size);   describes what Message::set_data(const char* data) is given
///   int item_add(item* i, int n), ...      what a family of functions works on is not null, but for those of `takes_null`
///
/// `node_delete_child(node, i)` releases nothing that the test holds: a call with several parameters must name the deed
/// at its end.
void mark_lifetimes(ApiModel& api, const std::set<std::string>& takes_null = {});

}  // namespace reenact::api
