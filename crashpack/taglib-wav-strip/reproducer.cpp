#include "tbytevectorstream.h"
#include "wavfile.h"

int main() {
  TagLib::ByteVectorStream stream(TagLib::ByteVector("RIFF\x0c\0\0\0WAVEid3 \0\0\0\0", 20));
  TagLib::RIFF::WAV::File file(&stream);
  file.save();
}
