#pragma once

#include <memory>
#include <string>
#include <vector>

struct Member {
  std::string name;
  int muted = 0;
};

class Chat {
 public:
  void join(std::shared_ptr<Member> member);
  int say(const std::shared_ptr<const Member>& member, const std::string& text);

 private:
  std::vector<std::shared_ptr<Member>> members_;
};
