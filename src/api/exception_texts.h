// The texts of exceptions that are no std::exception.
#pragma once

#include <set>
#include <string>

#include "api/reading.h"

namespace reenact::api {

/// The handlers of a try block, C++ text, that call `caught(context, type, text)` with the text of what is thrown: texts
/// themselves, and classes of the subject that tell one by a method (GetMsg(), message()), or several by methods and
/// fields of other names: then all of them, with kReenactBetweenTexts between. Without the last, catch (...).
/// In what the compiler says, the handler of a class is "reenact_text", and its line the class's number + 1. `untold`:
/// numbers of classes whose handler does not compile; they have none.
[[nodiscard]] std::string text_handlers(const ApiReading& reading, const std::set<std::size_t>& untold);

/// A function that the handlers call, C++ text.
[[nodiscard]] std::string several_texts();

}  // namespace reenact::api
