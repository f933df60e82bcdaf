#include <sigc++/sigc++.h>

int main() {
  sigc::signal<void, int> changed;
  changed.connect(changed.make_slot());
  changed.emit(7);
}
