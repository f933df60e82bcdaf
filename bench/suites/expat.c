// What a developer who knows expat would give a fuzzer: two bytes choose options, the rest is the text, in two pieces.
#include <stdint.h>
#include <string.h>

#include "expat.h"

static void XMLCALL start(void* user, const XML_Char* name, const XML_Char** attributes) { (void)user, (void)name, (void)attributes; }
static void XMLCALL end(void* user, const XML_Char* name) { (void)user, (void)name; }
static void XMLCALL text(void* user, const XML_Char* s, int length) { (void)user, (void)s, (void)length; }
static void XMLCALL comment(void* user, const XML_Char* s) { (void)user, (void)s; }
static void XMLCALL instruction(void* user, const XML_Char* target, const XML_Char* s) { (void)user, (void)target, (void)s; }
static void XMLCALL namespace_end(void* user, const XML_Char* prefix) { (void)user, (void)prefix; }
static void XMLCALL section(void* user) { (void)user; }
static void XMLCALL element_declaration(void* user, const XML_Char* name, XML_Content* model) {
  (void)name;
  XML_FreeContentModel((XML_Parser)user, model);
}
static void XMLCALL attribute_declaration(void* user, const XML_Char* e, const XML_Char* a, const XML_Char* t, const XML_Char* d, int r) {
  (void)user, (void)e, (void)a, (void)t, (void)d, (void)r;
}
static int XMLCALL external_entity(XML_Parser parser, const XML_Char* context, const XML_Char* base, const XML_Char* system,
                                   const XML_Char* public_id) {
  (void)base, (void)system, (void)public_id;
  static const char content[] = "<!ELEMENT a ANY>";
  XML_Parser inner = XML_ExternalEntityParserCreate(parser, context, NULL);
  if (inner == NULL) return XML_STATUS_ERROR;
  const enum XML_Status status = XML_Parse(inner, content, sizeof content - 1, XML_TRUE);
  XML_ParserFree(inner);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const unsigned options = data[0];
  const char* input = (const char*)data + 2;
  const int length = (int)size - 2, first = length == 0 ? 0 : data[1] % length;
  static const char* const encodings[] = {NULL, "UTF-8", "UTF-16", "ISO-8859-1"};
  const char* encoding = encodings[options & 3];
  XML_Parser parser = options & 4 ? XML_ParserCreateNS(encoding, '!') : XML_ParserCreate(encoding);
  XML_SetUserData(parser, parser);
  XML_SetElementHandler(parser, start, end);
  XML_SetCharacterDataHandler(parser, text);
  XML_SetProcessingInstructionHandler(parser, instruction);
  XML_SetCommentHandler(parser, comment);
  XML_SetCdataSectionHandler(parser, section, section);
  XML_SetEndNamespaceDeclHandler(parser, namespace_end);
  if (options & 8) {
    XML_SetParamEntityParsing(parser, XML_PARAM_ENTITY_PARSING_ALWAYS);
    XML_SetExternalEntityRefHandler(parser, external_entity);
  }
  if (options & 16) {
    XML_SetElementDeclHandler(parser, element_declaration);
    XML_SetAttlistDeclHandler(parser, attribute_declaration);
  }
  if (options & 32) XML_SetDefaultHandlerExpand(parser, text);
  if (options & 64) XML_UseForeignDTD(parser, XML_TRUE);
  if (XML_Parse(parser, input, first, XML_FALSE) == XML_STATUS_OK) {
    void* buffer = XML_GetBuffer(parser, length - first);
    if (buffer != NULL) {
      memcpy(buffer, input + first, (size_t)(length - first));
      XML_ParseBuffer(parser, length - first, XML_TRUE);
    }
  }
  (void)XML_ErrorString(XML_GetErrorCode(parser));
  (void)XML_GetCurrentLineNumber(parser);
  if (options & 128) {
    XML_ParserReset(parser, NULL);
    XML_Parse(parser, input, length, XML_TRUE);
  }
  XML_ParserFree(parser);
  return 0;
}
