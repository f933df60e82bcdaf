#include <utf8.h>

int main() { std::u16string wide = utf8::utf8to16(std::string("caf\xe9 noir")); }
