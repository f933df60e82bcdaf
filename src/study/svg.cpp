#include "study/svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "study/statistics.h"

namespace reenact::study {
namespace {

constexpr double kLeft = 64, kTop = 40, kHeight = 260, kSlot = 90, kRoom = 24;  // in pixels
constexpr std::array kColours{"#9ecae1", "#4292c6", "#08519c", "#fdd0a2", "#fd8d3c", "#a63603"};

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text)
    result += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '"' ? "&quot;" : std::string(1, c);
  return result;
}

/// A step of 1, 2 or 5 times a power of ten that divides `span` into about five.
double step_of(double span) {
  const double rough = span / 5, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= rough) return factor * power;
  return 10 * power;
}

/// The frame of a plot: title, axes, labels, legend.
class Canvas {
 public:
  Canvas(const std::string& title, const std::string& axis, double least, double most,
         const std::vector<std::string>& labels, const std::vector<std::string>& legend)
      : least_(least), most_(most > least ? most : least + 1) {
    // Slanted labels reach out to the left and down, by about so much per character.
    constexpr double kLabelWidth = 6.2, kLabelHeight = 2.9;
    double outside = 0, below = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto length = static_cast<double>(labels[i].size());
      outside = std::max(outside, length * kLabelWidth - x(i));
      below = std::max(below, length * kLabelHeight);
    }
    const double width = kLeft + kSlot * static_cast<double>(std::max<std::size_t>(labels.size(), 4)) + kRoom;
    const double key = kTop + kHeight + below + 50, height = key + 18 * static_cast<double>(legend.size());
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{1:.0f}\" height=\"{2:.0f}\" "
        "viewBox=\"{0:.0f} 0 {1:.0f} {2:.0f}\" font-family=\"sans-serif\" font-size=\"12\">\n",
        -outside, width + outside, height);
    rectangle(-outside, 0, width + outside, height, "fill=\"white\"");
    for (std::size_t i = 0; i < labels.size(); ++i) label(i, labels[i]);
    for (std::size_t i = 0; i < legend.size(); ++i) {
      const double at = key + 18 * static_cast<double>(i);
      rectangle(kLeft, at - 10, 12, 12, fmt::format("fill=\"{}\"", kColours[i % kColours.size()]));
      words(kLeft + 18, at, legend[i], "");
    }
    words(kLeft, 22, title, "font-size=\"14\" font-weight=\"bold\"");
    words(16, kTop + kHeight / 2, axis,
          fmt::format("text-anchor=\"middle\" transform=\"rotate(-90 16 {})\"", kTop + kHeight / 2));
    const double step = step_of(most_ - least_);
    for (double value = std::ceil(least_ / step) * step; value <= most_ + step / 1000; value += step) {
      line(kLeft, y(value), width - kRoom, y(value), "stroke=\"#ddd\"");
      words(kLeft - 8, y(value) + 4, fmt::format("{:.4g}", std::abs(value) < step / 1000 ? 0 : value),
            "text-anchor=\"end\"");
    }
    line(kLeft, kTop, kLeft, kTop + kHeight, "stroke=\"black\"");
    line(kLeft, kTop + kHeight, width - kRoom, kTop + kHeight, "stroke=\"black\"");
  }

  [[nodiscard]] double y(double value) const { return kTop + kHeight * (1 - (value - least_) / (most_ - least_)); }
  static double x(std::size_t slot) { return kLeft + kSlot * (static_cast<double>(slot) + 0.5); }

  void line(double x1, double y1, double x2, double y2, const std::string& style) {
    text_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
  }
  void rectangle(double left, double top, double width, double height, const std::string& style) {
    text_ += fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>\n", left, top, width,
                         height, style);
  }
  void circle(double at_x, double at_y) {
    text_ +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"none\" stroke=\"black\"/>\n", at_x, at_y);
  }
  void words(double at_x, double at_y, const std::string& what, const std::string& style) {
    text_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", at_x, at_y, style, escaped(what));
  }
  std::string finish() { return std::move(text_) + "</svg>\n"; }

 private:
  void label(std::size_t slot, const std::string& what) {
    const double at = kTop + kHeight + 16;
    words(x(slot), at, what, fmt::format("text-anchor=\"end\" transform=\"rotate(-25 {:.1f} {:.1f})\"", x(slot), at));
  }

  double least_, most_;
  std::string text_;
};

template <typename Item>
std::vector<std::string> labels_of(const std::vector<Item>& items) {
  std::vector<std::string> labels;
  for (const Item& item : items) labels.push_back(item.label);
  return labels;
}

void draw(Canvas& canvas, std::size_t slot, const std::vector<double>& values) {
  const Quartiles q = quartiles_of(values);
  const double reach = 1.5 * (q.upper - q.lower);
  double low = q.lower, high = q.upper;
  for (const double value : values) {
    if (value >= q.lower - reach) low = std::min(low, value);
    if (value <= q.upper + reach) high = std::max(high, value);
    if (value < q.lower - reach || value > q.upper + reach) canvas.circle(Canvas::x(slot), canvas.y(value));
  }
  constexpr double kHalf = 20;
  const double x = Canvas::x(slot);
  canvas.line(x, canvas.y(low), x, canvas.y(high), "stroke=\"black\"");
  for (const double end : {low, high}) canvas.line(x - 8, canvas.y(end), x + 8, canvas.y(end), "stroke=\"black\"");
  canvas.rectangle(x - kHalf, canvas.y(q.upper), 2 * kHalf, canvas.y(q.lower) - canvas.y(q.upper),
                   fmt::format("fill=\"{}\" stroke=\"black\"", kColours[0]));
  canvas.line(x - kHalf, canvas.y(q.median), x + kHalf, canvas.y(q.median), "stroke=\"black\" stroke-width=\"3\"");
  canvas.rectangle(x - 3, canvas.y(q.mean) - 3, 6, 6, "fill=\"white\" stroke=\"black\"");
}

}  // namespace

std::string svg(const BoxPlot& plot) {
  Canvas canvas(plot.title, plot.axis, plot.least, plot.most, labels_of(plot.boxes), {});
  for (std::size_t i = 0; i < plot.boxes.size(); ++i)
    if (!plot.boxes[i].values.empty()) draw(canvas, i, plot.boxes[i].values);
  return canvas.finish();
}

std::string svg(const BarPlot& plot) {
  double most = 4;  // so that the axis counts in whole numbers
  for (const BarPlot::Bar& bar : plot.bars) {
    double sum = 0;
    for (const unsigned part : bar.parts) sum += part;
    most = std::max(most, sum);
  }
  Canvas canvas(plot.title, plot.axis, 0, most, labels_of(plot.bars), plot.legend);
  for (std::size_t i = 0; i < plot.bars.size(); ++i) {
    const BarPlot::Bar& bar = plot.bars[i];
    unsigned below = 0;
    for (std::size_t k = 0; k < bar.parts.size(); below += bar.parts[k++])
      if (bar.parts[k] > 0)
        canvas.rectangle(Canvas::x(i) - 18, canvas.y(below + bar.parts[k]), 36,
                         canvas.y(below) - canvas.y(below + bar.parts[k]),
                         fmt::format("fill=\"{}\" stroke=\"black\"", kColours[k % kColours.size()]));
    canvas.words(Canvas::x(i), canvas.y(below) - 5, std::to_string(below), "text-anchor=\"middle\"");
  }
  return canvas.finish();
}

std::string svg(const LinePlot& plot) {
  double most_x = 0, most_y = 0;
  std::vector<std::string> names;
  for (const LinePlot::Line& line : plot.lines) {
    names.push_back(line.name);
    for (const auto& [x, y] : line.points) {
      most_x = std::max(most_x, x);
      most_y = std::max(most_y, y);
    }
  }
  const double step = step_of(most_x > 0 ? most_x : 1);
  std::vector<std::string> labels;
  for (double value = 0; value < most_x + step; value += step) labels.push_back(fmt::format("{:.4g}", value));
  Canvas canvas(plot.title, plot.axis, 0, most_y, labels, names);
  const auto x_of = [&](double value) { return Canvas::x(0) + kSlot * value / step; };
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    const auto& points = plot.lines[i].points;
    const std::string style = fmt::format("stroke=\"{}\" stroke-width=\"2\"", kColours[i % kColours.size()]);
    for (std::size_t k = 1; k < points.size(); ++k)
      canvas.line(x_of(points[k - 1].first), canvas.y(points[k - 1].second), x_of(points[k].first),
                  canvas.y(points[k].second), style);
  }
  return canvas.finish();
}

}  // namespace reenact::study
