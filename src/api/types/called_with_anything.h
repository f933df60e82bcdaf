// A function object for templates that call theirs with several types, or with types made of its own.
#pragma once

namespace reenact::api {

/// The class template `CalledWithAnything<Result>`, as text at file scope: its objects answer the same whatever they are called with.
/// In the prelude that is read, in the bridge, and in tests that use it; those that answer nothing are apart.
extern const char *const kCalledWithAnything, *const kAnswersNothing;
/// Its name.
inline constexpr const char* kCalledWithAnythingName = "CalledWithAnything";

}  // namespace reenact::api
