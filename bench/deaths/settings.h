// A small reader of settings, "name = one, two; other = three", whose calls come to a bad end now and then if the build
// says so: -DFINDS=n lets one of n texts read behind a buffer, -DHANGS=n lets one of n loop without end.
#pragma once

#include <string>

namespace settings {

/// Values in all settings of `text` together.
unsigned count(const std::string& text);

}  // namespace settings
