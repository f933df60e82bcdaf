// Which functions of the C library have a model (runtime/concolic/models.c).
#include <llvm/ADT/StringSet.h>

#include "pass/concolic/labels.h"

using namespace llvm;

namespace reenact::pass {
namespace {

const StringSet<>& modelled() {
  static const StringSet<> names = {"strlen",
                                    "strnlen",
                                    "memcmp",
                                    "bcmp",
                                    "strncmp",
                                    "strcmp",
                                    "isdigit",
                                    "islower",
                                    "isupper",
                                    "isalpha",
                                    "isalnum",
                                    "isblank",
                                    "isspace",
                                    "iscntrl",
                                    "isprint",
                                    "isgraph",
                                    "ispunct",
                                    "isxdigit",
                                    "tolower",
                                    "toupper",
                                    "strncasecmp",
                                    "memchr",
                                    "strchr",
                                    "strrchr",
                                    "strstr",
                                    "strspn",
                                    "strcspn",
                                    "strpbrk",
                                    "stpcpy",
                                    "strcpy",
                                    "strncpy",
                                    "strcat",
                                    "strncat",
                                    "strndup",
                                    "strdup",
                                    "strtoll",
                                    "strtol",
                                    "strtoul",
                                    "strtoull",
                                    "atoi",
                                    "atol",
                                    "atoll",
                                    "realloc",
                                    "strcasecmp",
                                    "__ctype_b_loc",
                                    "__ctype_tolower_loc",
                                    "__ctype_toupper_loc"};
  return names;
}

/// Headers of glibc 2.38 and newer rename what reads numbers.
StringRef plain_name(StringRef name) {
  name.consume_front("__isoc23_");
  return name;
}

}  // namespace

void use_models(Module& module) {
  SmallVector<Function*> declared;
  for (Function& function : module)
    if (function.isDeclaration() && modelled().contains(plain_name(function.getName()))) declared.push_back(&function);
  for (Function* function : declared) {
    FunctionCallee model = module.getOrInsertFunction(("reenact_model_" + plain_name(function->getName())).str(),
                                                      function->getFunctionType());
    // Attributes of the library's function say more than holds: a model has memory of its own, for labels.
    function->replaceAllUsesWith(model.getCallee());
  }
  for (Function& function : module)
    for (BasicBlock& block : function)
      for (Instruction& instruction : block)
        if (auto* call = dyn_cast<CallBase>(&instruction);
            call != nullptr && call->getCalledFunction() != nullptr &&
            call->getCalledFunction()->getName().starts_with("reenact_model_"))
          call->setAttributes(AttributeList());
}

}  // namespace reenact::pass
