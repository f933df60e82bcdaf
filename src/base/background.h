// Work that nobody waits for yet.
#pragma once

namespace reenact {

/// From now on this thread and the processes that it starts leave three quarters of a processor to whoever else wants it. Not all of it: on
/// a busy machine what is waited for in the end would hardly go on, and the way back is forbidden.
void give_way();

}  // namespace reenact
