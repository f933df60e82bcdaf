#include "session/subject_store.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace reenact {
namespace {

TEST(SubjectStore, WhatCallersMustKeepIsStored) {
  Subject subject;
  Callable callable;
  callable.name = "adopt";
  callable.parameters.resize(2);
  callable.parameters[1].owns = true;
  callable.parameters[0].is_format = callable.parameters[1].is_formatted = true;
  callable.parameters[0].may_keep_block = true;
  callable.parameters[1].least = 16;
  callable.parameters[0].sources = {{.type = TypeId(2u), .mode = PassMode::kLoad, .cast = 7, .is_hidden = true}};
  callable.leaves_unset = true;
  callable.compiles_body = callable.stands_alone = callable.deduces = callable.is_virtual = true;
  callable.range_end = RangeEnd::kReads;
  callable.frees_items = callable.on_heap = callable.ends_iterators = true;
  callable.length_of_field = CallableId(0u);
  callable.length_at_end = callable.is_pure = true;
  subject.api.callables.push_back(callable);
  const auto file = std::filesystem::temp_directory_path() / ("reenact-store-" + std::to_string(::getpid()) + ".json");
  ASSERT_TRUE(save_api(subject, file));
  Subject loaded;
  ASSERT_TRUE(load_api(loaded, file));
  std::filesystem::remove(file);
  ASSERT_EQ(loaded.api.callables.size(), 1u);
  EXPECT_FALSE(loaded.api.callables[0].parameters[0].owns);
  EXPECT_TRUE(loaded.api.callables[0].parameters[1].owns);
  EXPECT_TRUE(loaded.api.callables[0].parameters[0].is_format);
  EXPECT_TRUE(loaded.api.callables[0].parameters[1].is_formatted);
  EXPECT_TRUE(loaded.api.callables[0].parameters[0].may_keep_block);
  EXPECT_EQ(loaded.api.callables[0].parameters[1].least, 16u);
  ASSERT_EQ(loaded.api.callables[0].parameters[0].sources.size(), 1u);
  const Source& source = loaded.api.callables[0].parameters[0].sources[0];
  EXPECT_EQ(source.type, TypeId(2u));
  EXPECT_EQ(source.mode, PassMode::kLoad);
  EXPECT_EQ(source.cast, 7u);
  EXPECT_TRUE(source.is_hidden);
  EXPECT_TRUE(loaded.api.callables[0].leaves_unset);
  EXPECT_TRUE(loaded.api.callables[0].compiles_body);
  EXPECT_TRUE(loaded.api.callables[0].stands_alone);
  EXPECT_TRUE(loaded.api.callables[0].is_virtual);
  EXPECT_TRUE(loaded.api.callables[0].frees_items);
  EXPECT_TRUE(loaded.api.callables[0].on_heap);
  EXPECT_TRUE(loaded.api.callables[0].ends_iterators);
  EXPECT_EQ(loaded.api.callables[0].range_end, RangeEnd::kReads);
  EXPECT_EQ(loaded.api.callables[0].length_of_field, CallableId(0u));
  EXPECT_TRUE(loaded.api.callables[0].length_at_end);
  EXPECT_TRUE(loaded.api.callables[0].is_pure);
}

}  // namespace
}  // namespace reenact
