#include "chat.h"

#include <cassert>
#include <utility>

void Chat::join(std::shared_ptr<Member> member) {
  if (member) members_.push_back(std::move(member));
}

int Chat::say(const std::shared_ptr<const Member>& member, const std::string& text) {
  if (!member || text.empty()) return 0;
  for (const auto& each : members_) assert(each != member || each->name.empty() || !each->muted);
  return static_cast<int>(members_.size());
}
