#include "study/beacon_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "session/confirmed_search.h"

namespace reenact::study {
namespace {

double lines_of(const TestCase& test) {
  return static_cast<double>(std::ranges::count(test.statements, StatementKind::kCall, &Statement::kind));
}

std::string cell(double x, double y, double width, double height, const std::string& colour, const std::string& text,
                 bool is_dark) {
  return fmt::format(
      "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\" stroke=\"white\"/>\n<text x=\"{}\" y=\"{}\" "
      "text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
      x, y, width, height, colour, x + width / 2, y + height / 2 + 4, is_dark ? "white" : "black", text);
}

std::string label(double x, double y, std::string_view anchor, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, text);
}

/// From white to dark blue.
std::string colour_of(double share) {
  const auto channel = [share](double light, double dark) { return std::lround(light + (dark - light) * share); };
  return fmt::format("#{:02x}{:02x}{:02x}", channel(247, 8), channel(251, 48), channel(255, 107));
}

}  // namespace

Expected<BeaconRunner::Run> BeaconRunner::run(const BeaconOptions& options, Seed seed) {
  Random random(seed);
  // The paper ends a run by its generations alone.
  Budget budget(clock_, std::chrono::hours(24), ~0ULL, &interrupted_);
  const auto start = clock_.now();
  const SearchResult found = session_.search(options, budget, random).found;
  if (!found.stopped.empty()) return subject_error(found.stopped);
  Run result;
  result.found = found.best.size() > 0 && found.fitness <= 0;
  result.generations = static_cast<double>(found.generations);
  if (result.found)
    result.lines = lines_of(minimised(found.best, session_.subject().api, session_.executor(), session_.fitness(),
                                      budget, [this] { return interrupted_.load(); }));
  result.milliseconds = std::chrono::duration<double, std::milli>(clock_.now() - start).count();
  return result;
}

Expected<BeaconMeasures> BeaconRunner::repeat(const BeaconOptions& options, unsigned repeats) {
  BeaconMeasures sum;
  unsigned ended = 0, found = 0;
  for (unsigned i = 0; i < repeats && !interrupted_; ++i) {
    const auto one = run(options, Seed(seed_.value + i));
    if (!one) return std::unexpected(one.error());
    if (interrupted_) break;
    ++ended;
    found += one->found ? 1 : 0;
    sum.milliseconds += one->milliseconds;
    sum.generations += one->generations;
    sum.lines += one->lines;
  }
  if (ended == 0) return sum;
  return BeaconMeasures{sum.milliseconds / ended, sum.generations / ended, found == 0 ? 0 : sum.lines / found,
                        100.0 * found / ended};
}

std::string beacon_table(const std::vector<BeaconRow>& rows) {
  std::string text =
      fmt::format("{:<12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}{:>12}\n", "", "time (ms)", "published",
                  "generations", "published", "lines", "published", "found (%)", "published");
  for (const BeaconRow& row : rows) {
    text += fmt::format("{:<12}", row.name);
    for (double BeaconMeasures::* measure : {&BeaconMeasures::milliseconds, &BeaconMeasures::generations,
                                             &BeaconMeasures::lines, &BeaconMeasures::accuracy}) {
      text += fmt::format("{:>12.2f}", row.measured.*measure);
      text += row.published ? fmt::format("{:>12.2f}", (*row.published).*measure) : fmt::format("{:>12}", "-");
    }
    text += '\n';
  }
  return text;
}

std::string svg(const HeatMap& map) {
  constexpr double kCell = 44, kRow = 28, kMapLeft = 70, kMapTop = 40;
  const double width = kMapLeft + kCell * static_cast<double>(map.sizes.size()) + 20;
  const double height = kMapTop + kRow * static_cast<double>(map.populations.size()) + 50;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" font-family=\"sans-serif\" "
      "font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
      width, height);
  text += label(width / 2, 22, "middle", map.title);
  const double range = map.most > map.least ? map.most - map.least : 1;
  for (std::size_t row = 0; row < map.populations.size(); ++row) {
    const double y = kMapTop + kRow * static_cast<double>(row);
    text += label(kMapLeft - 8, y + kRow / 2 + 4, "end", std::to_string(map.populations[row]));
    for (std::size_t column = 0; column < map.sizes.size(); ++column) {
      const double value = map.values[row][column];
      const double share = std::clamp((value - map.least) / range, 0.0, 1.0);
      text += cell(kMapLeft + kCell * static_cast<double>(column), y, kCell, kRow, colour_of(share),
                   fmt::format("{:.0f}", value), share > 0.5);
    }
  }
  const double below = kMapTop + kRow * static_cast<double>(map.populations.size());
  for (std::size_t column = 0; column < map.sizes.size(); ++column)
    text += label(kMapLeft + kCell * (static_cast<double>(column) + 0.5), below + 16, "middle",
                  std::to_string(map.sizes[column]));
  text += label(kMapLeft + kCell * static_cast<double>(map.sizes.size()) / 2, below + 38, "middle", "individual size");
  text += fmt::format("<text transform=\"translate(16,{}) rotate(-90)\" text-anchor=\"middle\">population</text>\n",
                      kMapTop + kRow * static_cast<double>(map.populations.size()) / 2);
  return text + "</svg>\n";
}

}  // namespace reenact::study
