#pragma once

/// Implemented by whoever has a sensor.
class Sensor {
 public:
  virtual ~Sensor() = default;
  virtual int celsius() = 0;
  virtual bool broken() const = 0;
};

/// Whether to cool.
bool too_hot(Sensor& sensor);
