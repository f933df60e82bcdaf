#include "qrcodegen.hpp"

int main() {
  std::vector<qrcodegen::QrSegment> segments = qrcodegen::QrSegment::makeSegments("https://example.com/login");
  qrcodegen::QrCode::encodeSegments(segments, qrcodegen::QrCode::Ecc::HIGH, 1, 2);
}
