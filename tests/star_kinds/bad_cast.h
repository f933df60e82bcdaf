#pragma once
#include <memory>
#include <vector>

class Animal {
 public:
  virtual ~Animal();
  virtual int legs() const;
};

class Bird : public Animal {
 public:
  int legs() const override;
  int wings() const;
};

class Dog : public Animal {
 public:
  int legs() const override;
};

class Parrot : public Bird {
 public:
  explicit Parrot(int words);
  int words() const { return words_; }

 private:
  int words_;
};

/// How many wings it has.
int wings_of(const Animal& animal);
/// How many words it knows; of others than birds it is not asked.
int words_of(const Animal& animal);

class Cage {
 public:
  void put(Animal* animal);
  int words() const;

 private:
  Animal* animal_ = nullptr;
};

class Zoo {
 public:
  void keep_dog();
  void keep_bird();
  int wings() const;

 private:
  std::vector<std::unique_ptr<Animal>> animals_;
};

/// Legs of a dog with `others`.
int legs_of_dog(Animal& animal, int others);
