#pragma once

/** A pool of blocks; it forgets to look whether it has any. */
class Pool {
 public:
  void add(int size);
  /** Frees all blocks, or all but one; returns the sum of their sizes. */
  int reset(bool keep_one);

 private:
  class Block {
   public:
    explicit Block(int size) : size_(size) {}
    Block* next() const noexcept { return links_[1]; }
    void set_next(Block* block) { links_[1] = block; }
    int size() const { return size_; }

   private:
    Block* links_[2] = {};
    int size_;
  };
  Block* first_ = nullptr;
};
