#include "api/sources/variadic_arguments.h"

#include <gmock/gmock.h>

namespace reenact::api {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(VariadicArguments, AreThoseThatTheBodyTakes) {
  EXPECT_THAT(
      variadic_arguments_in("#include <stdarg.h>\n"
                            "static int twice(int n) { return 2 * n; }\n"
                            "/* any number of them */\n"
                            "struct parser *either(int n, ...) {\n"
                            "  va_list arguments;\n"
                            "  va_start(arguments, n);\n"
                            "  for (int i = 0; i < n; i++) { add(va_arg(arguments, struct parser *)); }\n"
                            "  va_end(arguments);\n"
                            "}\n"
                            "int control(struct device* d, int option, ...) {\n"
                            "  switch (option) { case 1: set(d, va_arg(ap, long)); break;\n"
                            "    case 2: name(d, va_arg (ap, const char*)); set(d, va_arg(ap,long)); }\n"
                            "}\n"),
      ElementsAre(Pair("control", ElementsAre("long", "const char*")), Pair("either", ElementsAre("struct parser *"))));
}

TEST(VariadicArguments, AreFoundInScopes) {
  EXPECT_THAT(variadic_arguments_in("extern \"C\" {\nnamespace a {\n"
                                    "double Sum::of(unsigned count, ...) const { return va_arg(list, double); }\n"
                                    "}\n}\n"
                                    "int last(const char* first, ...) { return va_arg(list, char (*)(int)) != 0; }\n"),
              ElementsAre(Pair("last", ElementsAre("char (*)(int)")), Pair("of", ElementsAre("double"))));
}

TEST(VariadicArguments, OfFunctionsThatHandThemOnAreNotKnown) {
  EXPECT_THAT(variadic_arguments_in("int print(const char* format, ...) { return vprintf(format, ap); }\n"
                                    "int plain(va_list ap) { return va_arg(ap, int); }\n"
                                    "// int either(int n, ...) { va_arg(ap, int); }\n"),
              IsEmpty());
}

TEST(VariadicArguments, AreDeclaredOnePerAlias) {
  EXPECT_EQ(declarations_of(VariadicArguments{{"f", {"int", "struct a *"}}, {"print", {"a", "b", "c", "d", "e"}}}),
            "namespace reenact_variadic_f {\nusing taken_0 = int;\nusing taken_1 = struct a *;\n}\n");
}

}  // namespace
}  // namespace reenact::api
