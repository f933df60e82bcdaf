// Three kinds of plots as SVG: boxes and stacked bars, one per label on the horizontal axis, and lines.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace reenact::study {

struct BoxPlot {
  std::string title, axis;  // what is on the vertical axis
  double least = 0, most = 1;
  struct Box {
    std::string label;
    std::vector<double> values;  // empty: no box
  };
  std::vector<Box> boxes;
};
/// Boxes from quartile to quartile with a bold median and a square for the mean; whiskers to the outermost values within
/// 1.5 times the box's height (Tukey), circles for those beyond.
[[nodiscard]] std::string svg(const BoxPlot& plot);

struct BarPlot {
  std::string title, axis;
  std::vector<std::string> legend;  // of the parts of a bar, bottom first
  struct Bar {
    std::string label;
    std::vector<unsigned> parts;
  };
  std::vector<Bar> bars;
};
[[nodiscard]] std::string svg(const BarPlot& plot);

/// Both axes begin at 0. REQUIRES: no negative coordinates.
struct LinePlot {
  std::string title, axis;
  struct Line {
    std::string name;  // in the legend
    std::vector<std::pair<double, double>> points;
  };
  std::vector<Line> lines;
};
[[nodiscard]] std::string svg(const LinePlot& plot);

}  // namespace reenact::study
