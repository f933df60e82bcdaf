#include "playlist.h"

void Playlist::add(int song) {
  const std::size_t at = chosen_ ? static_cast<std::size_t>(chosen_ - songs_.data()) : 0;
  songs_.push_back(song);
  if (chosen_) chosen_ = &songs_[at];
}

void Playlist::choose(std::size_t place) {
  if (place < songs_.size()) chosen_ = &songs_[place];
}

int Playlist::chosen() const { return chosen_ ? *chosen_ : -1; }
