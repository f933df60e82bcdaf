#include "session/find_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace reenact {
namespace {

using testing::ElementsAre;

class ApiPartTest : public testing::Test {
 protected:
  ApiPartTest() {
    add(CallableKind::kFunction, "yaml_load", "/p/include/yaml/yaml.h", "/p/src/yaml/load.c");
    add(CallableKind::kMethod, "YAML::Node::size", "YAML::Node", "/p/src/node.cpp");
    add(CallableKind::kFieldRead, "YAML::Node::tag", "YAML::Node", "");
    add(CallableKind::kMethod, "std::string::size", "std::string", "");
    add(CallableKind::kFunction, "json_load", "/p/json.h", "/p/json.c");
    api_.callables.back().usable = false;
    add(CallableKind::kFieldWrite, "yaml_mark_t::line", "yaml_mark_t", "");
    api_.callables.back().includes = {"yaml/yaml.h"};
  }
  void add(CallableKind kind, const std::string& name, const std::string& owner, const std::string& file) {
    Callable callable;
    callable.id = CallableId(api_.callables.size());
    callable.kind = kind;
    callable.name = callable.linkage_name = name;
    callable.owner = owner;
    api_.callables.push_back(callable);
    if (file.empty()) return;
    Function function;
    function.id = FunctionId(program_.functions.size());
    function.linkage_name = name;
    function.file = file;
    program_.by_linkage_name.emplace(name, function.id);
    program_.functions.push_back(function);
  }
  [[nodiscard]] std::vector<std::string> calls(const ApiPart& part) const {
    std::vector<std::string> result;
    for (const CallableId id : calls_of(api_, program_, part)) result.push_back(api_[id].name);
    return result;
  }
  ApiModel api_;
  ProgramModel program_;
};

TEST_F(ApiPartTest, AllOfThePublicCallsButTheStandardLibrarys) {
  EXPECT_THAT(calls({}), ElementsAre("yaml_load", "YAML::Node::size", "yaml_mark_t::line"));
}

TEST_F(ApiPartTest, ByNamespaceOrFolder) {
  EXPECT_THAT(calls({.libraries = {"YAML"}}), ElementsAre("YAML::Node::size"));
  EXPECT_THAT(calls({.libraries = {"yaml"}}), ElementsAre("yaml_load", "yaml_mark_t::line"));
  EXPECT_THAT(calls({.libraries = {"YAML", "yaml"}}),
              ElementsAre("yaml_load", "YAML::Node::size", "yaml_mark_t::line"));
  EXPECT_THAT(calls({.libraries = {"yam"}}), ElementsAre());
}

TEST_F(ApiPartTest, ByGlobOfSourceOrHeader) {
  EXPECT_THAT(calls({.files = {"*.cpp"}}), ElementsAre("YAML::Node::size"));
  EXPECT_THAT(calls({.files = {"load.c"}}), ElementsAre("yaml_load"));
  EXPECT_THAT(calls({.files = {"yaml/*"}}), ElementsAre("yaml_load", "yaml_mark_t::line"));
  EXPECT_THAT(calls({.files = {"oad.c"}}), ElementsAre());
  EXPECT_THAT(calls({.libraries = {"YAML"}, .files = {"load.c"}}), ElementsAre("yaml_load", "YAML::Node::size"));
}

}  // namespace
}  // namespace reenact
