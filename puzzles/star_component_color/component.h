#pragma once
#include <string>
#include <vector>

/** Figure 2 of STAR's paper, from its description. */
class Color {
 public:
  explicit Color(int id) : id_(id) {}
  int id() const { return id_; }
  void initialise() { initialised_ = true; }

 private:
  int id_;
  bool initialised_ = false;
};

class Component {
 public:
  Component(int width, int length);
  void set_length(int length) { length_ = length; }
  void set_logging(bool on) { logging_ = on; }
  void set_default_color(Color* color) { default_color_ = color; }
  int log_size() const { return logged_; }
  int id() const { return id_; }

  void check_validity();
  Color* create_color(int color_id);
  int add(Component* first, Component* second);

 private:
  void log(int what) { logged_ += what; }

  int width_, length_, id_ = 1, logged_ = 0;
  int parts_[3] = {1, 2, 3};
  bool logging_ = false;
  Color* default_color_ = nullptr;
};
