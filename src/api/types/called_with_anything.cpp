#include "api/types/called_with_anything.h"

namespace reenact::api {

const char* const kCalledWithAnything =
    "// Answers the same whatever it is called with.\n"
    "template <class Result>\n"
    "struct CalledWithAnything {\n"
    "  CalledWithAnything(Result given = Result()) : answer(given) {}\n"
    "  template <class... Arguments>\n"
    "  Result operator()(Arguments&&...) const {\n"
    "    return answer;\n"
    "  }\n"
    "  Result answer;\n"
    "};\n";
const char* const kAnswersNothing =
    "template <>\n"
    "struct CalledWithAnything<void> {\n"
    "  template <class... Arguments>\n"
    "  void operator()(Arguments&&...) const {}\n"
    "};\n";

}  // namespace reenact::api
