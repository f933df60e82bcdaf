// A small reader of settings, "name = one, two; other = three", whose calls come to a bad end now and then if the build
// says so: -DFINDS=n lets n of 100 texts read behind a buffer, -DHANGS=n lets n of 100 loop without end.
#pragma once

#include <string>

namespace settings {

/// Values in all settings of `text` together.
unsigned count(const std::string& text);

}  // namespace settings
