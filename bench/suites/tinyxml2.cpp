// What a developer who knows TinyXML-2 would give a fuzzer: the first byte chooses options, the rest is the text.
#include "tinyxml2.h"

#include <cstddef>
#include <cstdint>

using namespace tinyxml2;

namespace {

void look(const XMLElement* element) {
  for (; element != nullptr; element = element->NextSiblingElement()) {
    int number = 0;
    double real = 0;
    bool truth = false;
    element->QueryIntText(&number);
    element->QueryBoolText(&truth);
    for (const XMLAttribute* each = element->FirstAttribute(); each != nullptr; each = each->Next()) {
      each->QueryIntValue(&number);
      each->QueryDoubleValue(&real);
      (void)element->Attribute(each->Name(), "1");
    }
    look(element->FirstChildElement());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1) return 0;
  const unsigned options = data[0];
  XMLDocument document(options & 1, options & 2 ? COLLAPSE_WHITESPACE : PRESERVE_WHITESPACE);
  document.Parse(reinterpret_cast<const char*>(data + 1), size - 1);
  (void)document.ErrorStr();
  look(document.RootElement());
  if (options & 4) {
    XMLDocument copy;
    document.DeepCopy(&copy);
    (void)document.ShallowEqual(&copy);
  }
  if (XMLElement* root = document.RootElement(); root != nullptr && (options & 8)) {
    root->SetAttribute("a", 1);
    root->SetText("text");
    root->InsertEndChild(document.NewComment("c"));
    root->InsertNewChildElement("child")->SetText(2.5);
    root->DeleteAttribute("a");
    root->DeleteChild(root->FirstChild());
  }
  XMLPrinter printer(nullptr, options & 16);
  document.Print(&printer);
  return 0;
}
