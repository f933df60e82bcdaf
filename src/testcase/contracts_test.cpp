#include "testcase/contracts.h"

#include <gmock/gmock.h>

#include <optional>

#include "testcase/append.h"
#include "testcase/contract_mending.h"
#include "testcase/extents.h"
#include "testcase/testdata/made_up_api.h"

namespace reenact {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// void sum(const char* data, size_t length); T* open(T* from or null); void close(T*); void feed(T*, never null);
/// T t{};  void init(T*); `t.secret = 1`.
class ContractsTest : public testing::Test {
 protected:
  ContractsTest() {
    integer_ = made_.type(TypeKind::kInteger, 32);
    text_ = made_.type(TypeKind::kText);
    object_ = made_.type(TypeKind::kObject);
    pointer_ = made_.type(TypeKind::kPointer);
    made_.api.types[pointer_.index()].spelling = "T*";
    made_.api.types[object_.index()].spelling = "T";
    made_.api.types[text_.index()].spelling = "const char*";
    const Parameter data{.name = "data", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}};
    sum_ = named("sum", {data, MadeUpApi::length_of(0, integer_, text_)}, std::nullopt);
    const Parameter held{.name = "t",
                         .type = pointer_,
                         .nullable = true,
                         .sources = {{pointer_, PassMode::kLoad}, {object_, PassMode::kAddress}}};
    Parameter released = held, wanted = held, raw = held;
    released.releases = true;
    wanted.nonnull = true;
    raw.initialises = true;
    open_ = named("open", {held}, pointer_);
    close_ = named("close", {released}, std::nullopt);
    feed_ = named("feed", {wanted}, std::nullopt);
    plain_ = named("T", {}, object_);
    init_ = named("init", {raw}, std::nullopt);
    write_ = named("T::secret", {held}, std::nullopt);
    made_.api.callables[plain_.index()].needs_initialiser = true;
    made_.api.callables[write_.index()].kind = CallableKind::kFieldWrite;
    made_.api.callables[write_.index()].forges = true;
  }

  CallableId named(const std::string& name, std::vector<Parameter> parameters, std::optional<TypeId> result) {
    const CallableId id = made_.add(CallableKind::kFunction, std::move(parameters), result);
    made_.api.callables[id.index()].name = name;
    return id;
  }

  StatementIndex call(CallableId callable, const std::vector<Argument>& arguments) {
    const auto made = append_call(test_, made_.api, callable, arguments);
    EXPECT_TRUE(made.has_value());
    return made.value_or(StatementIndex());
  }
  static Argument load(StatementIndex source) { return {source, PassMode::kLoad, kNoCast}; }
  static Argument address(StatementIndex source) { return {source, PassMode::kAddress, kNoCast}; }
  static Argument buffer(StatementIndex source) { return {source, PassMode::kBuffer, kNoCast}; }

  [[nodiscard]] std::vector<std::string> broken() const { return words_of_broken(test_, made_.api); }

  MadeUpApi made_;
  TypeId integer_, text_, object_, pointer_;
  CallableId sum_, open_, close_, feed_, plain_, init_, write_;
  TestCase test_;
};

TEST_F(ContractsTest, AnEnumerationHasTheValueOfAName) {
  const auto enumeration = [&](std::vector<Enumerator> names) {
    const TypeId type = made_.type(TypeKind::kEnum, 32);
    made_.api.types[type.index()].enumerators = std::move(names);
    return type;
  };
  const TypeId order = enumeration({{"kAuto", 0}, {"kGiven", 1}});
  const TypeId flags = enumeration({{"kRead", 1}, {"kWrite", 2}, {"kAppend", 4}});
  const auto taker = [&](TypeId type) {
    return named("take", {{.name = "value", .type = type, .sources = {{type, PassMode::kAddress}}}}, std::nullopt);
  };
  const CallableId take_order = taker(order), take_flags = taker(flags);
  call(take_order, {{append_scalar(test_, order, 1), PassMode::kAddress, kNoCast}});
  call(take_flags, {{append_scalar(test_, flags, 6), PassMode::kAddress, kNoCast}});
  EXPECT_THAT(broken_contracts(test_, made_.api), IsEmpty());
  const StatementIndex six = append_scalar(test_, order, 6);
  const StatementIndex broken = call(take_order, {{six, PassMode::kAddress, kNoCast}});
  EXPECT_THAT(broken_contracts(test_, made_.api), ElementsAre(BrokenContract{Contract::kNamed, broken, 0}));
  mend_contracts(test_, made_.api, {});
  EXPECT_EQ(test_[six].bits, 0);
}

TEST_F(ContractsTest, ALengthIsAtMostWhatIsThere) {
  const StatementIndex text = append_text(test_, text_, "ab"), two = append_scalar(test_, integer_, 2),
                       nine = append_scalar(test_, integer_, 9), minus = append_scalar(test_, integer_, -1);
  call(sum_, {buffer(text), {text, PassMode::kLength}});
  call(sum_, {buffer(text), address(two)});
  EXPECT_THAT(broken(), IsEmpty());
  call(sum_, {buffer(text), address(nine)});
  call(sum_, {buffer(text), address(minus)});
  call(sum_, {Argument(), address(two)});
  EXPECT_THAT(broken(),
              ElementsAre("passes a length of 9 for 2 bytes to sum", "passes a length of -1 for 2 bytes to sum",
                          "passes a length of 2 for a null pointer to sum"));
  EXPECT_TRUE(keeps_contracts(test_, made_.api, only(Contract::kLength)));
  EXPECT_FALSE(keeps_contracts(test_, made_.api, only(Contract::kNull)));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.calls(), 5u);
}

/// `auto* a = new T; delete a;`
TEST_F(ContractsTest, OnlyWhatTheTestHasMadeIsDeletedAndNotUsedAfterwards) {
  const CallableId made = named("T::T", {}, pointer_);
  made_.api.callables[made.index()].kind = CallableKind::kConstructor;
  made_.api.callables[made.index()].expression = "new T()";
  const CallableId deletes = named(
      "T::~T",
      {{.name = "t", .type = pointer_, .sources = {{pointer_, PassMode::kLoad}}, .releases = true, .deletes = true}},
      std::nullopt);
  const StatementIndex own = call(made, {}), of_library = call(open_, {Argument()});
  call(feed_, {load(own)});
  call(deletes, {load(own)});
  EXPECT_THAT(broken(), IsEmpty());
  call(feed_, {load(own)});
  call(deletes, {load(of_library)});
  EXPECT_THAT(broken(), ElementsAre("passes to feed what T::~T has freed or taken over",
                                    "calls T::~T of what it has not made with `new`"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.calls(), 4u);  // both of `new` and open, and what was fed twice
}

/// `mean(const uint8_t* pixels, int width, int height)`
TEST_F(ContractsTest, AnArrayHasWhatNumbersBesideItSay) {
  const Parameter pixels{.name = "pixels",
                         .type = text_,
                         .nullable = true,
                         .sources = {{text_, PassMode::kBuffer}},
                         .measured_by = {1, 2}};
  const auto number = [&](const std::string& name) {
    return Parameter{.name = name, .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  };
  const CallableId mean = named("mean", {pixels, number("width"), number("height")}, std::nullopt);
  const auto mean_of = [&](const std::string& bytes, int width, int height) {
    const StatementIndex text = append_text(test_, text_, bytes), w = append_scalar(test_, integer_, width),
                         h = append_scalar(test_, integer_, height);
    call(mean, {buffer(text), address(w), address(h)});
    return text;
  };
  mean_of("abcdef", 2, 3);
  mean_of("", 7, 0);
  mean_of("", -1, 9);
  EXPECT_THAT(broken(), IsEmpty());
  const StatementIndex small = mean_of("a", 2, 3), large = mean_of("ab", 1 << 30, 3);
  EXPECT_THAT(broken(), ElementsAre("passes 1 element for `pixels` of mean, which has to have 6 by `width * height`",
                                    "passes 2 elements for `pixels` of mean, which has to have 3221225472 by `width * "
                                    "height`"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.text_of(test_[small]), "aaaaaa");
  EXPECT_EQ(test_[large].count, 3u);  // the width has become 1
  const std::size_t its_height = large.index() + 2;
  test_.statements[its_height].bits = 2;
  EXPECT_TRUE(fit_arrays(test_, made_.api, its_height));
  EXPECT_EQ(test_[large].count, 2u);
  EXPECT_FALSE(fit_arrays(test_, made_.api, its_height));
}

/// `area(const double* xs, const double* ys, int n)`
TEST_F(ContractsTest, ACountOfSeveralArrays) {
  const TypeId number = made_.type(TypeKind::kFloat, 64), numbers = made_.type(TypeKind::kNumbers);
  made_.api.types[numbers.index()].element = number;
  const Parameter array{.name = "xs",
                        .type = pointer_,
                        .nullable = true,
                        .sources = {{numbers, PassMode::kBuffer}, {number, PassMode::kAddress}}};
  Parameter first = array;
  first.measured_by = {2};
  Parameter count{
      .name = "n", .type = integer_, .sources = {{numbers, PassMode::kLength}, {integer_, PassMode::kAddress}}};
  count.length_of = 1;
  const CallableId area = named("area", {first, array, count}, std::nullopt);
  const auto numbers_of = [&](std::uint32_t size) {
    Statement made{.kind = StatementKind::kNumbers, .type = numbers, .callable = {}};
    made.first = static_cast<std::uint32_t>(test_.numbers.size());
    made.count = size;
    test_.numbers.resize(test_.numbers.size() + size);
    test_.statements.push_back(made);
    return StatementIndex(test_.size() - 1);
  };
  const StatementIndex x = append_scalar(test_, number, 0), three = numbers_of(3), one = numbers_of(1),
                       no_more = append_scalar(test_, integer_, 1);
  call(area, {buffer(three), buffer(one), {one, PassMode::kLength}});
  call(area, {address(x), buffer(three), address(no_more)});
  EXPECT_THAT(broken(), IsEmpty());
  call(area, {address(x), buffer(three), {three, PassMode::kLength}});
  call(area, {buffer(one), buffer(three), {three, PassMode::kLength}});
  EXPECT_THAT(broken(), ElementsAre("passes 1 element for `xs` of area, which has to have 3 by `n`"));
  EXPECT_EQ(broken_contracts(test_, made_.api).size(), 2u);
  mend_contracts(test_, made_.api);
  EXPECT_EQ(broken_contracts(test_, made_.api).size(), 1u) << "x is no array";
  EXPECT_EQ(test_[one].count, 3u);
}

/// `digest(const uint8_t key[4])`
TEST_F(ContractsTest, AnArrayHasTheElementsThatAreDeclared) {
  const Parameter key{
      .name = "key", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}, .least = 4};
  const CallableId digest = named("digest", {key}, std::nullopt);
  const StatementIndex short_one = append_text(test_, text_, "ab"), long_one = append_text(test_, text_, "abcd");
  call(digest, {buffer(long_one)});
  call(digest, {Argument()});
  EXPECT_THAT(broken(), IsEmpty());
  call(digest, {buffer(short_one)});
  EXPECT_THAT(broken(), ElementsAre("passes 2 elements for `key` of digest, which is declared to have 4"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.text_of(test_[short_one]), "abbb");
}

/// `digest(const uint8_t key[4])`, `sum(const char* text, size_t n)`, `print(char* out)`
TEST_F(ContractsTest, ItIsKnownHowLongAnArrayHasToBe) {
  const Parameter key{.name = "key", .type = text_, .sources = {{text_, PassMode::kBuffer}}, .least = 4};
  const Parameter out{.name = "out", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}};
  const CallableId print = named("print", {out}, std::nullopt);
  const StatementIndex four = append_text(test_, text_, "abcd");
  call(named("digest", {key}, std::nullopt), {buffer(four)});
  call(sum_, {buffer(four), {four, PassMode::kLength, kNoCast}});
  call(print, {Argument()});
  EXPECT_TRUE(are_extents_known(test_, made_.api));
  EXPECT_FALSE(claims_unknown_extents(test_, made_.api));
  call(print, {buffer(four)});
  EXPECT_FALSE(are_extents_known(test_, made_.api));
}

/// `text = name(); sum(text, 6);`
TEST_F(ContractsTest, OfWhatACallReturnedTheLengthIsNotKnown) {
  const TypeId returned = made_.type(TypeKind::kPointer);
  made_.api.types[returned.index()].spelling = "const char*";
  const Parameter data{.name = "data", .type = returned, .sources = {{returned, PassMode::kLoad}}};
  const Parameter length{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}, .length_of = 0};
  const StatementIndex text = call(named("name", {}, returned), {});
  const StatementIndex six = append_scalar(test_, integer_, 6);
  call(named("sum_of", {data, length}, std::nullopt), {load(text), address(six)});
  EXPECT_TRUE(claims_unknown_extents(test_, made_.api));
}

/// `block = pool_get(pool, 4); sum_of(block, 4);` and `copy = copy_of("ab"); sum_of(copy->data, 3);`
TEST_F(ContractsTest, WhatACallMadeIsAsLongAsWhatWasPassedToItSays) {
  const TypeId returned = made_.type(TypeKind::kPointer);
  made_.api.types[returned.index()].spelling = "int*";
  const Parameter data{.name = "data", .type = returned, .sources = {{returned, PassMode::kLoad}}};
  const Parameter length{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}, .length_of = 0};
  const Parameter number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const Parameter text{.name = "text", .type = text_, .sources = {{text_, PassMode::kCString}}};
  const Parameter held{.name = "t", .type = pointer_, .sources = {{pointer_, PassMode::kLoad}}};
  const CallableId sum = named("sum_of", {data, length}, std::nullopt);
  const CallableId read = named("data", {held}, returned);
  made_.api.callables[read.index()].kind = CallableKind::kFieldRead;
  const StatementIndex four = append_scalar(test_, integer_, 4), five = append_scalar(test_, integer_, 5),
                       ab = append_text(test_, text_, "ab");
  const StatementIndex block = call(named("pool_get", {number}, returned), {address(four)});
  call(sum, {load(block), address(four)});
  const StatementIndex copy = call(named("copy_of", {text}, pointer_), {{ab, PassMode::kCString, kNoCast}});
  const StatementIndex inside = call(read, {load(copy)});
  const StatementIndex three = append_scalar(test_, integer_, 3);
  call(sum, {load(inside), address(three)});
  EXPECT_THAT(broken(), IsEmpty());
  call(sum, {load(block), address(five)});
  call(sum, {load(inside), address(four)});
  EXPECT_THAT(broken(), ElementsAre("passes a length of 5 for memory that may be shorter to sum_of",
                                    "passes a length of 4 for memory that may be shorter to sum_of"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
}

/// `release("ab");`
TEST_F(ContractsTest, ALiteralIsNotFreed) {
  const Parameter given{
      .name = "memory", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}, .releases = true};
  const CallableId release = named("release", {given}, std::nullopt);
  call(release, {Argument()});
  EXPECT_THAT(broken(), IsEmpty());
  call(release, {buffer(append_text(test_, text_, "ab"))});
  EXPECT_THAT(broken(), ElementsAre("passes to release, which frees it, an array of its own"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.calls(), 1U) << "null is free to be freed";
}

/// `sign(const uint8_t key[4], const uint8_t start[2])` with one text for both.
TEST_F(ContractsTest, AnArrayIsAsLongAsTheParameterThatAsksForMost) {
  Parameter key{.name = "key", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}, .least = 4};
  Parameter start = key;
  start.least = 2;
  const CallableId sign = named("sign", {key, start}, std::nullopt);
  const StatementIndex text = append_text(test_, text_, "a");
  call(sign, {buffer(text), buffer(text)});
  EXPECT_EQ(broken().size(), 2u);
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.text_of(test_[text]), "aaaa");
}

/// `shape.set(&def.offset, 3)`
TEST_F(ContractsTest, AFieldOfAnotherObjectIsNoArray) {
  const Parameter from{.name = "from", .type = pointer_, .sources = {{pointer_, PassMode::kLoad}}},
      count{.name = "count", .type = integer_, .sources = {{integer_, PassMode::kAddress}}, .length_of = 0};
  const CallableId set = named("shape_set", {from, count}, std::nullopt), offset = named("def::offset", {}, pointer_);
  made_.api.callables[offset.index()].kind = CallableKind::kFieldRead;
  made_.api.callables[offset.index()].result_is_reference = true;
  const StatementIndex field = call(offset, {}), one = append_scalar(test_, integer_, 1),
                       three = append_scalar(test_, integer_, 3);
  call(set, {load(field), address(one)});
  EXPECT_THAT(broken(), IsEmpty());
  call(set, {load(field), address(three)});
  EXPECT_THAT(broken(), ElementsAre("passes a length of 3 for 1 element to shape_set"));
}

TEST_F(ContractsTest, ALengthBelowZeroMayMeanSomething) {
  const StatementIndex text = append_text(test_, text_, "ab"), minus = append_scalar(test_, integer_, -1);
  made_.api.callables[sum_.index()].parameters[1].negative_length = true;
  call(sum_, {buffer(text), address(minus)});
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(ContractsTest, WhatIsFreedIsNotUsedAgain) {
  const StatementIndex held = call(open_, {Argument()});
  call(feed_, {load(held)});
  call(close_, {load(held)});
  EXPECT_THAT(broken(), IsEmpty());
  call(feed_, {load(held)});
  call(close_, {load(held)});
  EXPECT_THAT(broken(), ElementsAre("passes to feed what close has freed or taken over",
                                    "passes to close what close has freed or taken over"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.calls(), 4u);  // one close is left, the last
}

TEST_F(ContractsTest, NullOnlyWhereItMayBe) {
  call(open_, {Argument()});
  EXPECT_THAT(broken(), IsEmpty());
  call(feed_, {Argument()});
  EXPECT_THAT(broken(), ElementsAre("passes null for `t` of feed, which needs one"));
}

TEST_F(ContractsTest, APointerThatNobodyFilledIsNull) {
  const CallableId no_t = named("T*", {}, pointer_);
  made_.api.callables[no_t.index()].kind = CallableKind::kVariable;
  made_.api.callables[no_t.index()].expression = "nullptr";
  const Parameter out{.name = "out", .type = pointer_, .sources = {{pointer_, PassMode::kAddress}}};
  const CallableId fill = named("fill", {out}, std::nullopt);
  const StatementIndex held = call(no_t, {});
  call(open_, {load(held)});  // may be null
  EXPECT_THAT(broken(), IsEmpty());
  call(feed_, {load(held)});
  EXPECT_THAT(broken(), ElementsAre("passes null for `t` of feed, which needs one"));
  test_.clear();
  const StatementIndex filled = call(no_t, {});
  call(fill, {address(filled)});
  call(feed_, {load(filled)});
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(ContractsTest, TheLibrarySetsUpItsOwnStructs) {
  const StatementIndex object = call(plain_, {});
  call(feed_, {address(object)});
  EXPECT_THAT(broken(), ElementsAre("passes a T to feed that no call of the library has set up"));
  test_.clear();
  const StatementIndex other = call(plain_, {});
  call(init_, {address(other)});
  call(feed_, {address(other)});
  EXPECT_THAT(broken(), IsEmpty());
  call(write_, {address(other)});
  EXPECT_THAT(broken(), ElementsAre("writes T::secret, which is the library's own"));
  mend_contracts(test_, made_.api);
  EXPECT_EQ(test_.calls(), 3u);
}

/// `t = open(nullptr); t->data = other; t->user = other; t->name = "a";`, and the same of a struct of the test's own
TEST_F(ContractsTest, PointersInWhatTheLibraryMadeAreItsOwn) {
  const auto write = [&](const std::string& field, const std::string& type) {
    const TypeId wanted = made_.type(TypeKind::kPointer);
    made_.api.types[wanted.index()].spelling = type;
    const Parameter self{
        .name = "t", .type = pointer_, .sources = {{pointer_, PassMode::kLoad}, {object_, PassMode::kAddress}}};
    const Parameter value{.name = field, .type = wanted, .nullable = true, .sources = {{wanted, PassMode::kLoad}}};
    const CallableId id = named("T::" + field, {self, value}, std::nullopt);
    made_.api.callables[id.index()].kind = CallableKind::kFieldWrite;
    return id;
  };
  made_.api.callables[plain_.index()].needs_initialiser = false;
  const CallableId data = write("data", "int*"), user = write("user", "void*"), name = write("name", "const char*");
  const StatementIndex made = call(open_, {Argument()}), own = call(plain_, {});
  for (const CallableId each : {user, name}) call(each, {load(made), Argument()});
  call(data, {address(own), Argument()});
  EXPECT_THAT(broken(), IsEmpty());
  call(data, {load(made), Argument()});
  EXPECT_THAT(broken(), ElementsAre("writes T::data, which is the library's own"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.calls(), 5u);
}

TEST_F(ContractsTest, AnIteratorComesFromTheObjectItIsUsedWith) {
  const TypeId place = made_.type(TypeKind::kObject);
  const Parameter of{.name = "list", .type = pointer_, .sources = {{pointer_, PassMode::kLoad}}};
  Parameter iterator{.name = "at", .type = place, .sources = {{place, PassMode::kAddress}}};
  iterator.belongs_to = 0;
  const CallableId begin = named("begin", {of}, place), erase = named("erase", {of, iterator}, std::nullopt);
  const StatementIndex list = call(open_, {Argument()}), other = call(open_, {Argument()});
  const StatementIndex at = call(begin, {load(list)});
  call(erase, {load(list), address(at)});
  EXPECT_THAT(broken(), IsEmpty());
  call(erase, {load(other), address(at)});
  EXPECT_THAT(broken(), ElementsAre("passes an iterator to erase that does not come from the same object"));
}

TEST_F(ContractsTest, AnIteratorIsNotUsedBehindAChange) {
  const TypeId place = made_.type(TypeKind::kObject);
  const Parameter list{.name = "list", .type = pointer_, .sources = {{pointer_, PassMode::kLoad}}};
  Parameter at{.name = "at", .type = place, .sources = {{place, PassMode::kAddress}}};
  at.belongs_to = 0;
  const CallableId begin = named("List::begin", {list}, place), insert = named("List::insert", {list, at}, place);
  for (const CallableId each : {begin, insert}) made_.api.callables[each.index()].kind = CallableKind::kMethod;
  made_.api.callables[insert.index()].ends_iterators = true;
  const StatementIndex one = call(open_, {Argument()});
  const StatementIndex before = call(begin, {load(one)});
  const StatementIndex behind = call(insert, {load(one), address(before)});
  call(insert, {load(one), address(behind)});
  EXPECT_THAT(broken(), IsEmpty()) << "what the change itself returns is good";
  call(insert, {load(one), address(before)});
  EXPECT_THAT(broken(), ElementsAre("passes an iterator to List::insert whose object was changed since"));
}

TEST_F(ContractsTest, NobodyReadsBehindTheLastElement) {
  const TypeId place = made_.type(TypeKind::kObject), list_type = made_.type(TypeKind::kObject);
  const Parameter list{.name = "list", .type = list_type, .sources = {{list_type, PassMode::kAddress}}},
      at{.name = "at", .type = place, .sources = {{place, PassMode::kAddress}}};
  const auto marked = [&](const char* name, const Parameter& of, RangeEnd range_end) {
    const CallableId made = named(name, {of}, place);
    Callable& callable = made_.api.callables[made.index()];
    callable.range_end = range_end;
    callable.kind = CallableKind::kMethod;
    callable.mutates_object = range_end == RangeEnd::kNone;
    return made;
  };
  const CallableId begin = marked("List::begin", list, RangeEnd::kBegins),
                   end = marked("List::end", list, RangeEnd::kMakes), add = marked("List::add", list, RangeEnd::kNone),
                   read = marked("operator*", at, RangeEnd::kReads), back = marked("operator--", at, RangeEnd::kLeaves),
                   make = named("List", {}, list_type);
  made_.api.callables[make.index()].kind = CallableKind::kVariable;
  const StatementIndex one = call(make, {}), first = call(begin, {address(one)}), last = call(end, {address(one)});
  EXPECT_THAT(broken(), IsEmpty());
  call(read, {address(first)});
  EXPECT_THAT(broken(), ElementsAre("reads behind the last element with operator*")) << "of an empty list";
  call(add, {address(one)});
  call(read, {address(call(begin, {address(one)}))});
  EXPECT_THAT(broken(), testing::SizeIs(1)) << "it has one element";
  call(back, {address(last)});
  call(read, {address(last)});
  EXPECT_THAT(broken(), testing::SizeIs(1)) << "back at that element";
  call(read, {address(call(end, {address(one)}))});
  EXPECT_THAT(broken_contracts(test_, made_.api), testing::SizeIs(2));
}

TEST_F(ContractsTest, ARangeOfIteratorsIsOfOneObject) {
  const TypeId place = made_.type(TypeKind::kObject);
  const Parameter list{.name = "list", .type = pointer_, .sources = {{pointer_, PassMode::kLoad}}},
      first{.name = "first", .type = place, .sources = {{place, PassMode::kAddress}}};
  Parameter last = first;
  last.belongs_to = 0;
  const CallableId begin = named("List::begin", {list}, place), end = named("List::end", {list}, place),
                   mean = named("mean", {first, last}, std::nullopt);
  const StatementIndex one = call(open_, {Argument()}), other = call(open_, {Argument()});
  const StatementIndex from = call(begin, {load(one)}), to = call(end, {load(one)}), away = call(end, {load(other)});
  call(mean, {address(from), address(to)});
  EXPECT_THAT(broken(), IsEmpty());
  call(mean, {address(to), address(from)});
  EXPECT_EQ(broken_contracts(test_, made_.api).size(), 1U) << "it begins at the end";
  call(mean, {address(from), address(away)});
  EXPECT_EQ(broken_contracts(test_, made_.api).size(), 2U) << "it ends in another object";
}

TEST_F(ContractsTest, NoNullWhereTheReportShowsAPointer) {
  made_.api.callables[open_.index()].parameters[0].shown = true;
  call(open_, {Argument()});
  EXPECT_THAT(broken(), ElementsAre("passes null for `t` of open, where the report shows a pointer"));
}

// `checksum(data, 3)` is a number like any other, however much it has to do with the data.
TEST_F(ContractsTest, OnlyWhatIsAskedOfTheBufferAloneIsItsLength) {
  const Parameter data{.name = "data", .type = text_, .sources = {{text_, PassMode::kBuffer}}},
      number{.name = "n", .type = integer_, .sources = {{integer_, PassMode::kLoad}}};
  Parameter length = number;
  length.length_of = 0;
  const CallableId strlen = named("strlen", {data}, integer_), checksum = named("checksum", {data, number}, integer_),
                   sum = named("sum", {data, length}, std::nullopt);
  const StatementIndex text = append_text(test_, text_, "abc"), three = append_scalar(test_, integer_, 3);
  const Argument buffer{text, PassMode::kBuffer, kNoCast};
  const StatementIndex asked = call(strlen, {buffer}), computed = call(checksum, {buffer, load(three)});
  call(sum, {buffer, load(asked)});
  EXPECT_THAT(broken(), IsEmpty());
  call(sum, {buffer, load(computed)});
  EXPECT_EQ(broken().size(), 1U);
}

TEST_F(ContractsTest, ARangeEndsWhereItBegins) {
  const Parameter first{.name = "first", .type = pointer_, .nullable = true, .sources = {{pointer_, PassMode::kLoad}}};
  Parameter last = first;
  last.belongs_to = 0;
  const CallableId count = named("count", {first, last}, std::nullopt);
  const StatementIndex one = call(open_, {Argument()}), other = call(open_, {Argument()});
  call(count, {load(one), load(one)});
  call(count, {Argument(), Argument()});
  EXPECT_THAT(broken(), IsEmpty());
  call(count, {load(one), load(other)});
  call(count, {load(one), Argument()});
  EXPECT_THAT(broken(), ElementsAre("passes a range to count that ends in another object than it begins in"));
  EXPECT_EQ(broken_contracts(test_, made_.api).size(), 2u);
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(ContractsTest, AnObjectMadeOfAnotherIsNotInItsArray) {
  const Parameter whole{.name = "t", .type = object_, .sources = {{object_, PassMode::kAddress}}};
  Parameter first = whole, last = whole;
  first.type = last.type = pointer_;
  last.belongs_to = 0;
  const CallableId make = named("make", {}, object_), copy = named("copy", {whole}, object_),
                   count = named("count", {first, last}, std::nullopt);
  const StatementIndex one = call(make, {}), other = call(copy, {address(one)});
  call(count, {address(one), address(one)});
  EXPECT_THAT(broken(), IsEmpty());
  call(count, {address(one), address(other)});
  EXPECT_THAT(broken(), ElementsAre("passes a range to count that ends in another object than it begins in"));
}

TEST_F(ContractsTest, TwoObjectsMadeOfOneTextAreNoRange) {
  const Parameter text{.name = "text", .type = text_, .sources = {{text_, PassMode::kCString}}};
  Parameter first{.name = "start", .type = pointer_, .sources = {{object_, PassMode::kAddress}}}, last = first;
  last.belongs_to = 0;
  const CallableId tag = named("tag", {text}, object_), count = named("count", {first, last}, std::nullopt);
  const StatementIndex shared = append_text(test_, text_, "");
  const StatementIndex one = call(tag, {Argument{shared, PassMode::kCString, kNoCast}}),
                       other = call(tag, {Argument{shared, PassMode::kCString, kNoCast}});
  call(count, {address(one), address(other)});
  EXPECT_THAT(broken(), ElementsAre("passes a range to count that ends in another object than it begins in"));
}

TEST_F(ContractsTest, AFormatAsksForWhatFollows) {
  Parameter format{.name = "format", .type = text_, .sources = {{text_, PassMode::kCString}}}, number, word = format;
  format.is_format = true;
  number = {.name = "value", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  number.is_formatted = word.is_formatted = true;
  const CallableId log = named("log", {format, number}, std::nullopt), say = named("say", {format, word}, std::nullopt);
  const StatementIndex five = append_scalar(test_, integer_, 5), plain = append_text(test_, text_, "100%%"),
                       decimal = append_text(test_, text_, "%d%"), text = append_text(test_, text_, "%s");
  const auto as_text = [](StatementIndex source) { return Argument{source, PassMode::kCString, kNoCast}; };
  call(log, {as_text(plain), address(five)});
  call(say, {as_text(text), as_text(plain)});
  EXPECT_THAT(broken(), IsEmpty());
  call(log, {as_text(decimal), address(five)});
  call(log, {as_text(text), address(five)});
  EXPECT_THAT(broken(), ElementsAre("passes a format to log that asks for arguments it does not pass"));
  EXPECT_EQ(broken_contracts(test_, made_.api).size(), 2u);
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.text_of(test_[decimal]), "%d");
}

/// struct T { char* data; int size; };  T t{};  void send(T*);
class FieldLengthsTest : public ContractsTest {
 protected:
  FieldLengthsTest() {
    const Parameter self{
        .name = "t", .type = object_, .sources = {{object_, PassMode::kAddress}, {pointer_, PassMode::kLoad}}};
    const Parameter data{.name = "data", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}},
        size{.name = "size", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
    data_ = named("T::data", {self, data}, std::nullopt);
    size_ = named("T::size", {self, size}, std::nullopt);
    auto& callables = made_.api.callables;
    callables[data_.index()].kind = callables[size_.index()].kind = CallableKind::kFieldWrite;
    callables[size_.index()].length_of_field = data_;
    callables[plain_.index()].kind = CallableKind::kVariable;
    callables[plain_.index()].needs_initialiser = false;
    two_ = append_scalar(test_, integer_, 2);
    nine_ = append_scalar(test_, integer_, 9);
    text_ab_ = append_text(test_, text_, "ab");
  }

  CallableId data_, size_;
  StatementIndex two_, nine_, text_ab_;
};

TEST_F(FieldLengthsTest, StayWithinTheBufferBesideThem) {
  const StatementIndex object = call(plain_, {});
  call(size_, {address(object), address(two_)});  // before the buffer, but nobody has got the struct yet
  call(data_, {address(object), buffer(text_ab_)});
  call(feed_, {address(object)});
  EXPECT_THAT(broken(), IsEmpty());
  call(size_, {address(object), address(nine_)});
  EXPECT_THAT(broken(), IsEmpty());
  call(feed_, {address(object)});
  EXPECT_THAT(broken(), ElementsAre("writes a length of 9 for 2 bytes to T::size"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
}

/// `struct T { int size; char data[]; };`
TEST_F(FieldLengthsTest, AnArrayAtTheEndIsAsLongAsItsStructWasMade) {
  made_.api.callables[size_.index()].length_of_field.reset();
  made_.api.callables[size_.index()].length_at_end = true;
  const Parameter data{.name = "data", .type = text_, .sources = {{text_, PassMode::kBuffer}}};
  Parameter length{.name = "length", .type = text_, .sources = {{text_, PassMode::kLength}}};
  length.length_of = 0;
  const Parameter element{.name = "element", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const CallableId of_text = named("T", {data, length}, pointer_),
                   of_three = named("T", {element, element, element}, pointer_);
  for (const CallableId each : {of_text, of_three}) made_.api.callables[each.index()].kind = CallableKind::kVariable;
  const StatementIndex none = call(plain_, {}),
                       two = call(of_text, {buffer(text_ab_), {text_ab_, PassMode::kLength, kNoCast}}),
                       three = call(of_three, {address(two_), address(two_), address(nine_)});
  for (const StatementIndex each : {two, three}) {
    call(size_, {load(each), address(two_)});
    call(feed_, {load(each)});
  }
  EXPECT_THAT(broken(), IsEmpty());
  for (const StatementIndex each : {two, three}) {
    call(size_, {load(each), address(nine_)});
    call(feed_, {load(each)});
  }
  call(size_, {address(none), address(two_)});
  call(feed_, {address(none)});
  EXPECT_THAT(broken(), ElementsAre("writes a length of 9 for 2 elements to T::size",
                                    "writes a length of 9 for 3 elements to T::size",
                                    "writes a length of 2 for 0 elements to T::size"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(FieldLengthsTest, ANewStructHasNoBufferAndTheLibrarysHasItsOwn) {
  const StatementIndex object = call(plain_, {});
  call(size_, {address(object), address(two_)});
  call(feed_, {address(object)});
  const StatementIndex made = call(open_, {Argument()});
  call(size_, {load(made), address(two_)});
  call(feed_, {load(made)});
  EXPECT_THAT(broken(), ElementsAre("writes a length of 2 for a null pointer to T::size",
                                    "writes a length of 2 for what the library has made to T::size"));
}

/// `T t{data, size};`, `T t{flag};`
TEST_F(FieldLengthsTest, BracesFillAStructAsWritesDo) {
  const Parameter data{.name = "data", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}},
      flag{.name = "flag", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
  const CallableId of_data = named("T", {data}, object_), of_flag = named("T", {flag}, object_);
  for (const CallableId each : {of_data, of_flag}) {
    Callable& braces = made_.api.callables[each.index()];
    braces.kind = CallableKind::kConversion;
    braces.owner = "T";
    braces.declaration = "T {r}{{0}};";
  }
  for (const CallableId each : {data_, size_}) made_.api.callables[each.index()].owner = "T";
  const StatementIndex ab = call(of_data, {buffer(text_ab_)}), none = call(of_flag, {address(two_)});
  for (const StatementIndex each : {ab, none}) {
    call(size_, {address(each), address(two_)});
    call(feed_, {address(each)});
  }
  call(size_, {address(ab), address(nine_)});
  call(feed_, {address(ab)});
  EXPECT_THAT(broken(), ElementsAre("writes a length of 2 for a null pointer to T::size",
                                    "writes a length of 9 for 2 bytes to T::size"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
}

/// `T t{"ab"}; auto* data = t.data; feed(data, 9);`
TEST_F(FieldLengthsTest, APointerThatIsReadLeadsToWhatTheTestPutThere) {
  const Parameter data{.name = "data", .type = text_, .nullable = true, .sources = {{text_, PassMode::kBuffer}}};
  const CallableId of_data = named("T", {data}, object_),
                   read = named("T::data", {made_.api[data_].parameters[0]}, pointer_);
  Callable& braces = made_.api.callables[of_data.index()];
  braces.kind = CallableKind::kConversion;
  braces.owner = made_.api.callables[read.index()].owner = made_.api.callables[data_.index()].owner = "T";
  braces.declaration = "T {r}{{0}};";
  made_.api.callables[read.index()].kind = CallableKind::kFieldRead;
  const auto extent_read = [&](StatementIndex object) {
    return extent_of(test_, made_.api, data, load(call(read, {address(object)})));
  };
  const StatementIndex ab = call(of_data, {buffer(text_ab_)}), none = call(of_data, {Argument()}),
                       plain = call(plain_, {});
  EXPECT_EQ(extent_read(ab), 2U);
  EXPECT_EQ(extent_read(none), 0U);
  EXPECT_EQ(extent_read(plain), std::nullopt);
  call(data_, {address(none), buffer(text_ab_)});
  EXPECT_EQ(extent_read(none), 2U);
  call(feed_, {address(ab)});
  EXPECT_EQ(extent_read(ab), std::nullopt) << "feed() may have put another there";
}

TEST_F(FieldLengthsTest, SettersFillAStructAsWritesDo) {
  auto& callables = made_.api.callables;
  callables[data_.index()].kind = callables[size_.index()].kind = CallableKind::kFunction;
  const StatementIndex made = call(open_, {Argument()});
  call(size_, {load(made), address(nine_)});  // it may have room for nine
  call(feed_, {load(made)});
  EXPECT_THAT(broken(), IsEmpty());
  call(size_, {load(made), address(two_)});
  call(data_, {load(made), buffer(text_ab_)});
  call(feed_, {load(made)});
  EXPECT_THAT(broken(), IsEmpty());
  call(size_, {load(made), address(nine_)});
  call(feed_, {load(made)});
  EXPECT_THAT(broken(), ElementsAre("writes a length of 9 for 2 bytes to T::size"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
}

/// void bell_attach(T*, T*), bell_detach, bell_add;  class Observer {};  class Hub { void attach(Observer&); };
class KeepingTest : public ContractsTest {
 protected:
  KeepingTest() {
    const Parameter held{.name = "t", .type = pointer_, .nullable = true, .sources = {{pointer_, PassMode::kLoad}}};
    attach_ = named("bell_attach", {held, held}, std::nullopt);
    detach_ = named("bell_detach", {held, held}, std::nullopt);
    add_ = named("bell_add", {held, held}, std::nullopt);
    hub_ = object_of("Hub");
    observer_ = object_of("Observer");
    const auto given = [&](CallableId maker) {
      const TypeId type = *made_.api[maker].result;
      return Parameter{.name = "o", .type = type, .sources = {{type, PassMode::kAddress}}};
    };
    hub_attach_ = named("Hub::attach", {given(hub_), given(observer_)}, std::nullopt);
    made_.api.callables[hub_attach_.index()].kind = CallableKind::kMethod;
  }
  CallableId object_of(const std::string& name) {
    const TypeId type = made_.type(TypeKind::kObject);
    made_.api.types[type.index()].spelling = name;
    return named(name, {}, type);
  }

  CallableId attach_, detach_, add_, hub_, observer_, hub_attach_;
};

TEST_F(KeepingTest, WhatIsAttachedIsNotFreedBeforeTheKeeperIsUsed) {
  const StatementIndex bell = call(open_, {Argument()}), user = call(open_, {Argument()});
  call(attach_, {load(bell), load(user)});
  call(feed_, {load(bell)});
  call(close_, {load(user)});
  EXPECT_THAT(broken(), IsEmpty());  // nobody looks any more
  call(feed_, {load(bell)});
  EXPECT_THAT(broken(),
              ElementsAre("frees with close what bell_attach has handed over to an object that feed gets later"));
  EXPECT_TRUE(keeps_contracts(test_, made_.api, only(Contract::kKept)));
  EXPECT_FALSE(keeps_contracts(test_, made_.api, only(Contract::kReleased)));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.calls(), 5u);  // without close
}

TEST_F(KeepingTest, KeeperFreedLast) {
  const StatementIndex bell = call(open_, {Argument()}), user = call(open_, {Argument()});
  call(attach_, {load(bell), load(user)});
  call(close_, {load(user)});
  call(close_, {load(bell)});
  EXPECT_THAT(broken(),
              ElementsAre("frees with close what bell_attach has handed over to an object that close gets later"));
}

TEST_F(KeepingTest, CallbackThatFreesWhatItIsGiven) {
  Parameter given{.name = "given", .type = pointer_, .nullable = true};
  given.releases = true;
  const TypeId function = made_.type(TypeKind::kCallback);
  const CallableId frees = named("heard_t", {given}, function);
  made_.api.callables[frees.index()].kind = CallableKind::kCallback;
  const Parameter held{.name = "t", .type = pointer_, .nullable = true, .sources = {{pointer_, PassMode::kLoad}}};
  const Parameter heard{
      .name = "heard", .type = function, .nullable = true, .sources = {{function, PassMode::kAddress}}};
  const CallableId add = named("bell_set", {held, heard, held}, std::nullopt);
  const StatementIndex bell = call(open_, {Argument()}), user = call(open_, {Argument()}),
                       callback = call(frees, {Argument()});
  call(add, {load(bell), address(callback), load(user)});
  call(feed_, {load(bell)});
  EXPECT_THAT(broken(), IsEmpty());
  call(feed_, {load(bell)});
  EXPECT_THAT(broken(),
              ElementsAre("frees with a callback what bell_set has handed over to an object that feed gets later"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(KeepingTest, CallbackThatFreesWhatTheTestHolds) {
  Parameter given{.name = "t", .type = pointer_, .nullable = true, .sources = {{pointer_, PassMode::kLoad}}};
  given.releases = true;
  const CallableId frees = named("heard_t", {given}, made_.type(TypeKind::kCallback));
  made_.api.callables[frees.index()].kind = CallableKind::kCallback;
  const StatementIndex bell = call(open_, {Argument()});
  call(frees, {load(bell)});
  EXPECT_THAT(broken(), ElementsAre("frees with a callback what the test still holds, each time that it is called"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.calls(), 1u);
}

/// list_new(free); list_put(block)
class FreedTest : public KeepingTest {
 protected:
  FreedTest() {
    frees_ = named("free", {}, function_);
    made_.api.callables[frees_.index()].frees_items = true;
    block_ = named("strdup", {}, pointer_);
    made_.api.callables[block_.index()].on_heap = true;
    Parameter item{.name = "item", .type = pointer_, .nullable = true, .sources = {{pointer_, PassMode::kLoad}}};
    item.may_keep_block = true;
    put_ = named("list_put", {item}, std::nullopt);
    Parameter size{.name = "size", .type = integer_, .sources = {{integer_, PassMode::kAddress}}};
    size.length_of = 0;
    read_ = named("list_read", {item, size}, std::nullopt);
  }
  TypeId function_ = made_.type(TypeKind::kCallback);
  CallableId frees_, block_, put_, read_;
};

TEST_F(FreedTest, EachBlockOnce) {
  call(frees_, {});
  const StatementIndex block = call(block_, {}), other = call(block_, {});
  call(put_, {load(block)});
  call(put_, {load(other)});
  call(put_, {Argument()});
  EXPECT_THAT(broken(), IsEmpty());
  call(put_, {load(block)});
  EXPECT_THAT(
      broken(),
      ElementsAre(
          "hands over `free`, and passes to list_put what malloc did not make, or what was handed over before"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  EXPECT_EQ(test_.size(), 7u) << "null is handed over instead";
}

TEST_F(FreedTest, OnlyBlocks) {
  const StatementIndex other = call(open_, {Argument()});
  call(put_, {load(other)});
  EXPECT_THAT(broken(), IsEmpty()) << "nobody frees it";
  call(frees_, {});
  EXPECT_EQ(broken().size(), 1u);
}

TEST_F(FreedTest, ABufferWithItsSizeIsNotKept) {
  call(frees_, {});
  const StatementIndex other = call(open_, {Argument()}), size = append_scalar(test_, integer_, 1);
  call(read_, {load(other), address(size)});
  EXPECT_THAT(broken(), Not(Contains(testing::HasSubstr("free"))));
}

TEST_F(KeepingTest, WhatWasDetachedMayBeFreed) {
  const StatementIndex bell = call(open_, {Argument()}), user = call(open_, {Argument()});
  call(attach_, {load(bell), load(user)});
  call(detach_, {load(bell), load(user)});
  call(close_, {load(user)});
  call(feed_, {load(bell)});
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(KeepingTest, AddRegistersWithACallbackOnly) {
  const auto add_and_free = [&] {
    const StatementIndex list = call(open_, {Argument()}), item = call(open_, {Argument()});
    call(add_, {load(list), load(item)});
    call(close_, {load(item)});
    call(feed_, {load(list)});
  };
  add_and_free();
  EXPECT_THAT(broken(), IsEmpty());
  // "listener" says so, too.
  made_.api.types[pointer_.index()].spelling = "event_listener*";
  EXPECT_THAT(broken(),
              ElementsAre("frees with close what bell_add has handed over to an object that feed gets later"));
}

TEST_F(KeepingTest, WhatOnlyIsReadIsNotKept) {
  made_.api.types[pointer_.index()].spelling = "const T*";
  const StatementIndex bell = call(open_, {Argument()}), user = call(open_, {Argument()});
  call(attach_, {load(bell), load(user)});
  call(close_, {load(user)});
  call(feed_, {load(bell)});
  EXPECT_THAT(broken(), IsEmpty());
}

TEST_F(KeepingTest, KeeperIsDestroyedFirst) {
  const StatementIndex observer = call(observer_, {}), hub = call(hub_, {});
  call(hub_attach_, {address(hub), address(observer)});
  EXPECT_THAT(broken(), IsEmpty());
  test_.clear();
  const StatementIndex early_hub = call(hub_, {}), late_observer = call(observer_, {});
  call(hub_attach_, {address(early_hub), address(late_observer)});
  EXPECT_THAT(broken(), ElementsAre("destroys what Hub::attach has handed over, before the object that keeps it"));
  mend_contracts(test_, made_.api);
  EXPECT_THAT(broken(), IsEmpty());
  ASSERT_EQ(test_.calls(), 3u);
  EXPECT_EQ(test_.statements[0].callable, observer_);
  EXPECT_TRUE(valid(test_, made_.api));
}

}  // namespace
}  // namespace reenact
