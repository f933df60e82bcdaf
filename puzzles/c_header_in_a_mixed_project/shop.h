#pragma once

class Shop {
 public:
  int sell(int price) const;
};
