// Which calls begin and end the life of what they are given, by their names.
#pragma once

#include <string>
#include <vector>

#include "api/api_model.h"

namespace reenact::api {

/// The words of a name, in lower case: "XML_ParserFree" has "xml", "parser", "free".
[[nodiscard]] std::vector<std::string> words_of(const std::string& name);

/// Marks in the finished model which parameters release, initialise or iterate over what, and which plain structs want an
/// initialiser (api_model.h).
///
///   void cfg_free(cfg_t* cfg);             releases `cfg`
///   int mp_init(mp_int* a);                initialises `a`: a plain `mp_int a{};` is passed to nobody else before
///   void List::erase(List::iterator at);   `at` belongs to the List
///   item* item_new(void);                  and so a plain `item i{};` is no item
///
/// `node_delete_child(node, i)` releases nothing that the test holds: a call with several parameters must name the deed
/// at its end.
void mark_lifetimes(ApiModel& api);

}  // namespace reenact::api
