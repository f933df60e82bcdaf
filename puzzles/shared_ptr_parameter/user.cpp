#include "chat.h"

int main() {
  Chat chat;
  auto member = std::make_shared<Member>();
  member->name = "eve";
  member->muted = 1;
  chat.join(member);
  return chat.say(member, "hi");
}
