#ifndef LEDGER_H
#define LEDGER_H

/// Owns its numbers; nobody thought of copies.
class Ledger {
 public:
  Ledger();
  ~Ledger();
  int sum() const;

 private:
  int* numbers_;
};

#endif
