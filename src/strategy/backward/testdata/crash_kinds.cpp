// One way to crash in each function. Behind "CRASH" is the kind of the report, in brackets the exception's type, the check's name or the
// access, and behind the colon what must be found at the function's entry, in words.
// clang-format off: what is expected stays on its line.
#include <array>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>

// Explicit throws.
void throw_if_negative(int n) {
  if (n < 0) throw std::invalid_argument("negative");  // CRASH C++_exception(std::invalid_argument): n <= -1
}
struct Account {
  int balance = 0;
  std::string owner;
  std::vector<int> items;
  void take(int n);
  void close();
  void rename(const std::string& to);
  void greet();
  void add(int n);
};
void Account::take(int n) {
  if (n > balance) throw std::runtime_error("too much");  // CRASH C++_exception(std::runtime_error): this->balance < n
}
void Account::close() {
  if (items.size() == 3) throw std::logic_error("three");  // CRASH C++_exception(std::logic_error): this->items.size() == 3
}
void Account::rename(const std::string& to) {
  if (to == owner) throw std::runtime_error("the same");  // CRASH C++_exception(std::runtime_error): to.size() == this->owner.size()
}
void Account::greet() {
  if (owner == "root") throw std::runtime_error("root");  // CRASH C++_exception(std::runtime_error): this->owner.size() == 4
}
void Account::add(int n) {
  items.pop_back();
  if (static_cast<int>(items.size()) > n) throw std::length_error("full");  // CRASH C++_exception(std::length_error): this->items
}

// Failed assertions and abort().
void assert_positive(int n) {
  assert(n > 0);  // CRASH failed_assertion: n <= 0
}
void assert_text(const char* s) {
  assert(s[0] != 'x');  // CRASH failed_assertion: *s == 'x'
}
void assert_sum(unsigned a, unsigned b) {
  assert(a + b != 10);  // CRASH failed_assertion: 10
}
void assert_length(const char* s) {
  assert(strlen(s) < 4);  // CRASH failed_assertion: strlen(s) >= 4
}
void assert_character(const char* s) {
  assert(strchr(s, ':') == nullptr);  // CRASH failed_assertion: *s == ':'
}
void abort_at(int n) {
  if (n == 7) abort();  // CRASH abort: n == 7
}

// Null dereferences.
struct Node {
  int value;
  Node* next;
};
int read_null(const int* p) {
  return *p;  // CRASH null_dereference(READ): p == nullptr
}
void write_null(int* p) {
  *p = 1;  // CRASH null_dereference(WRITE): p == nullptr
}
int read_next(const Node* node) {
  return node->next->value;  // CRASH null_dereference(READ): node->next == nullptr
}
int third(const Node* node) {
  const Node* at = node;
  for (int i = 0; i < 1; ++i) at = at->next;
  return at->value;  // CRASH null_dereference(READ): node->next == nullptr
}
int call_null(int (*f)(int)) {
  return f(1);  // CRASH null_dereference: f == nullptr
}
unsigned long length_of_null(const char* s) {
  return strlen(s);  // CRASH null_dereference: s == nullptr
}

// Smart pointers: null and dangling.
int unique_null(const std::unique_ptr<int>& p) {
  return *p;  // CRASH null_dereference(READ): p.get() == nullptr
}
int shared_null(const std::shared_ptr<Node>& p) {
  return p->value;  // CRASH null_dereference(READ): p.get() == nullptr
}
int unique_moved(std::unique_ptr<int>& p, std::unique_ptr<int>& q) {
  q = std::move(p);
  return *p;  // CRASH null_dereference(READ):
}
int unique_reset(std::unique_ptr<int>& p, bool again) {
  int* const raw = p.get();
  if (again) p.reset();
  return *raw;  // CRASH use_after_free(READ): again
}

// Indices.
int at_vector(const std::vector<int>& v, unsigned long i) {
  return v.at(i);  // CRASH C++_exception(std::out_of_range): (unsigned)v.size() <= i
}
int at_array(const std::array<int, 4>& a, unsigned long i) {
  return a.at(i);  // CRASH C++_exception(std::out_of_range): i >= 4u
}
char at_string(const std::string& s, unsigned long i) {
  return s.at(i);  // CRASH C++_exception(std::out_of_range): s.size() <= i
}
int at_deque(const std::deque<int>& d, unsigned long i) {
  return d.at(i);  // CRASH C++_exception(std::out_of_range): <= i
}
int at_map(const std::map<int, int>& m) {
  return m.at(3);  // CRASH C++_exception(std::out_of_range):
}
std::string sub(const std::string& s, unsigned long i) {
  return s.substr(i);  // CRASH C++_exception(std::out_of_range): s.size() < i
}
int table[4];
int index_global(int i) {
  return table[i];  // CRASH global_buffer_overflow(READ): i
}
int index_local(int i) {
  int a[4] = {1, 2, 3, 4};
  return a[i];  // CRASH stack_buffer_overflow(READ): i
}
int index_vector(const std::vector<int>& v, unsigned long i) {
  return v[i];  // CRASH heap_buffer_overflow(READ): v.begin()
}
char index_string(const std::string& s, unsigned long i) {
  return s[i];  // CRASH heap_buffer_overflow(READ): s.data()
}
int index_std_array(unsigned long i) {
  std::array<int, 4> a{1, 2, 3, 4};
  return a[i];  // CRASH stack_buffer_overflow(READ): i
}

// Copies that are too long.
void copy_to_local(const char* s, unsigned long n) {
  char a[16];
  memcpy(a, s, n);  // CRASH stack_buffer_overflow(WRITE): n >= 17u
}
char* copy_to_heap(const char* s, unsigned long n) {
  char* a = static_cast<char*>(malloc(8));
  memcpy(a, s, n);  // CRASH heap_buffer_overflow(WRITE): n >= 9u
  return a;
}
void copy_member(const Account& account, const int* from) {
  int a[2];
  memcpy(a, from, account.items.size() * sizeof(int));  // CRASH stack_buffer_overflow(WRITE): account.items.size()
}
void fill(unsigned long n) {
  char a[16];
  memset(a, 0, n);  // CRASH stack_buffer_overflow(WRITE): n >= 17u
}
char* duplicate(const char* s) {
  char* a = static_cast<char*>(malloc(strlen(s)));
  memcpy(a, s, strlen(s) + 1);  // CRASH heap_buffer_overflow(WRITE):
  return a;
}
void copy_text(const char* s) {
  char a[4];
  strcpy(a, s);  // CRASH stack_buffer_overflow(WRITE): strlen(s)
}
char* append_text(const char* s) {
  char* a = static_cast<char*>(malloc(4));
  strcpy(a, "ab");
  strcat(a, s);  // CRASH heap_buffer_overflow(WRITE): s
  return a;
}
void print_path(const char* folder, const char* file) {
  char a[8];
  if (folder[0] != 0) return;
  sprintf(a, "%s/%s", folder, file);  // CRASH stack_buffer_overflow(WRITE): file
}
// More than is looked at of a text: no path says how long it is, but it can be.
void print_section(const char* name) {
  char a[1025];
  sprintf(a, "%s:", name);  // CRASH stack_buffer_overflow(WRITE): strlen(name) + 2 >= 1026
}
int print_mark(char c) {
  char a[8];
  sprintf(a, "<%c>", c);
  return 7 / (a[1] - 'x');  // CRASH arithmetic_error: c == 'x'
}
void copy_part(const char* s, unsigned long n) {
  char a[16];
  strncpy(a, s, n);  // CRASH stack_buffer_overflow(WRITE): n >= 17u
}
unsigned long measure(const char* s, unsigned long n) {
  char* a = static_cast<char*>(malloc(n));
  memcpy(a, s, n);
  return strlen(a);  // CRASH heap_buffer_overflow(READ): n
}
int last_of(const int* p) {
  int* a = static_cast<int*>(malloc(4 * sizeof(int)));
  return a[*p];  // CRASH heap_buffer_overflow(READ): *p
}
struct Store {
  int* values;
  int count;
};
// What is filled is new, and so no part of the text.
int element_of_new(const char* text, unsigned n, int i) {
  Store* store = static_cast<Store*>(malloc(sizeof(Store)));
  store->values = static_cast<int*>(malloc(n * sizeof(int)));
  store->count = static_cast<int>(n);
  memset(store->values, 0, n * sizeof(int));
  if (text[0] != 'x' || i >= store->count) return 0;
  return store->values[i];  // CRASH heap_buffer_overflow(READ): i < n && *text == 'x'
}
void negative(char* a, const char* b, int n) {
  memmove(a, b, n - 3);  // CRASH negative_size: n
}

// Arithmetic.
int divide(int a, int b) {
  return a / b;  // CRASH arithmetic_error: b == 0
}
int rest(int a, int b) {
  return a % (b - 4);  // CRASH arithmetic_error: b == 4
}
unsigned average(const std::vector<unsigned>& v) {
  unsigned sum = 1;
  return sum / v.size();  // CRASH arithmetic_error: v
}
int per_item(const Account& account) {
  return account.balance / static_cast<int>(account.owner.size());  // CRASH arithmetic_error: account.owner.size()
}
long of_text(const char* s) {
  return 100 / (strcmp(s, "ab") == 0 ? 0 : 1);  // CRASH arithmetic_error: *s == 'a'
}

// Too much memory.
char* allocate(unsigned long n) {
  return new char[n];  // CRASH C++_exception(std::bad_alloc): n >=
}
void resize(std::vector<int>& v, unsigned long n) {
  v.reserve(n);  // CRASH C++_exception(std::length_error): n >=
}
int* array_of(int n) {
  return new int[n];  // CRASH C++_exception(std::bad_array_new_length): >= 1099511627777u
}
std::string repeated(unsigned long n) {
  return std::string(n, 'x');  // CRASH C++_exception(std::length_error): n >=
}
void* huge(unsigned long n) {
  return malloc(n * 2);  // CRASH out_of_memory: n
}

// Casts, optional, variant.
struct Shape {
  virtual ~Shape() = default;
  virtual int sides() const { return 0; }
};
struct Circle : Shape {
  int radius = 1;
};
struct Square : Shape {
  int sides() const override { return 4; }
};
struct Wheel : Circle {};
Shape* make(int which) {
  if (which == 1) return new Circle;
  if (which == 2) return new Square;
  return which == 3 ? new Wheel : new Shape;
}
int cast_reference(Shape& shape) {
  return dynamic_cast<Circle&>(shape).radius;  // CRASH C++_exception(std::bad_cast): shape is a S
}
int cast_pointer(Shape* shape) {
  return dynamic_cast<Circle*>(shape)->radius;  // CRASH null_dereference(READ): shape
}
int cast_second(Shape& a, Shape& b, bool first) {
  Shape& it = first ? a : b;
  return dynamic_cast<Wheel&>(it).radius;  // CRASH C++_exception(std::bad_cast): is a
}
int cast_field(const std::unique_ptr<Shape>& p) {
  return dynamic_cast<const Square&>(*p).sides();  // CRASH C++_exception(std::bad_cast): is a
}
int cast_after_virtual(Shape& shape) {
  if (shape.sides() != 4) return 0;
  return dynamic_cast<Circle&>(shape).radius;  // CRASH C++_exception(std::bad_cast): is a Square
}
int value_of(const std::optional<int>& o) {
  return o.value();  // CRASH C++_exception(std::bad_optional_access): !o.has_value()
}
int sum_of(const std::optional<int>& a, const std::optional<int>& b) {
  return a.value() + b.value();  // CRASH C++_exception(std::bad_optional_access): !a.has_value()
}
int get_int(const std::variant<int, std::string>& v) {
  return std::get<int>(v);  // CRASH C++_exception(std::bad_variant_access): v
}
unsigned long get_text(const std::variant<int, std::string>& v) {
  return std::get<std::string>(v).size();  // CRASH C++_exception(std::bad_variant_access): v
}

// Memory that was freed.
int read_freed(Node* node, bool drops) {
  if (drops) delete node;
  return node->value;  // CRASH use_after_free(READ): drops
}
int read_freed_before(const Node* node) {
  return node->value;  // CRASH use_after_free(READ): node points to what was freed
}
void free_twice(char* p, int n) {
  if (n > 2) free(p);
  free(p);  // CRASH double_free: n >= 3
}
void write_freed(char* p, char* q) {
  free(p);
  *q = 1;  // CRASH use_after_free(WRITE): (q == p)
}
unsigned long length_of_freed(char* p, int n) {
  if (n == 5) free(p);
  return strlen(p);  // CRASH use_after_free: n == 5
}
char* realloc_freed(char* p, unsigned long n) {
  char* q = static_cast<char*>(realloc(p, n));
  p[0] = 1;  // CRASH use_after_free(WRITE): p != nullptr
  return q;
}
struct Holder {
  char* data = nullptr;
  void drop() { free(data); }
  void close();
};
void Holder::close() {
  drop();
  free(data);  // CRASH double_free: this->data != nullptr
}

// Recursion.
int deeper(int n) {
  if (n == 100000) return 0;
  return deeper(n + 1) + 1;  // CRASH stack_overflow: n
}
int walk(const Node* node) {
  if (node == nullptr) return 0;
  return walk(node->next) + 1;  // CRASH stack_overflow: node->next
}
int same(int n) {
  if (n < 0) return 0;
  return same(n) + 1;  // CRASH stack_overflow: n >= 0
}
int with_room(int n) {
  volatile char room[64] = {1};  // CRASH stack_overflow: n >= 1
  return n > 0 ? with_room(n) + room[0] : 0;
}
int other_of(int n);
int one_of(int n) {
  return n == 0 ? 0 : other_of(n);  // CRASH stack_overflow: n != 0
}
int other_of(int n) { return one_of(n + 1); }

// What UBSan checks: each check fails where its trap is reached.
int add(int a, int b) {
  return a + b;  // CRASH undefined_behaviour(signed-integer-overflow): a
}
int shift(int a, int b) {
  return a << b;  // CRASH undefined_behaviour(shift): b
}
