// Which functions of the C library have a model (runtime/concolic/models.c).
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/InstIterator.h>

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

void use_models(ArrayRef<Function*> functions) {
  for (Function* function : functions) {
    for (Instruction& instruction : instructions(*function)) {
      auto* call = dyn_cast<CallBase>(&instruction);
      Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee == nullptr || !callee->isDeclaration() || !modelled().contains(plain_name(callee->getName())))
        continue;
      FunctionCallee model = function->getParent()->getOrInsertFunction(
          ("reenact_model_" + plain_name(callee->getName())).str(), callee->getFunctionType());
      call->setCalledFunction(model);
      // Attributes of the library's function say more than holds: a model has memory of its own, for labels.
      call->setAttributes(AttributeList());
    }
  }
}

}  // namespace reenact::pass
