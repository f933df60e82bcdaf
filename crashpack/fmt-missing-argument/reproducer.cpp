#include <fmt/format.h>

int main() { std::string text = fmt::format(fmt::runtime("{} of {} files"), 3); }
