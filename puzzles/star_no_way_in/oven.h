#pragma once

/// How long a roast takes, in minutes.
class Oven {
 public:
  explicit Oven(int degrees);
  /// Looks at the temperature first, which an older version did not.
  int roast(int grams) const;
  int minutes(int grams, int degrees_above_room) const;

 private:
  int degrees_;
};
