// The texts of exceptions that are no std::exception.
#pragma once

#include <string>

#include "api/reader.h"

namespace reenact::api {

/// The handlers of a try block, C++ text, that call `caught(context, type, text)` with the text of what is thrown: texts
/// themselves, and classes of the subject that tell one by a method (GetMsg(), message()). Without the last, catch (...).
[[nodiscard]] std::string text_handlers(const ApiReading& reading);

}  // namespace reenact::api
