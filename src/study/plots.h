// The plots of a study, as the study of basic block coverage draws them (figures 2 to 5).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "study/analysis.h"

namespace reenact::study {

/// File names and SVG texts: the ratio per crash of each configuration (`ratio.svg`), the seconds of all runs
/// (`seconds.svg`) and of each crash (`seconds-ID.svg`), per pair the number of crashes with a significantly different
/// ratio (`effectiveness.svg`) and time (`efficiency.svg`), and the sizes of the latter (`a12.svg`, `saved.svg`).
[[nodiscard]] std::vector<std::pair<std::string, std::string>> plots_of(const Analysis& study);

}  // namespace reenact::study
