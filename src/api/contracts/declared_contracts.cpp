#include "api/contracts/declared_contracts.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/RawCommentList.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "base/text.h"

namespace reenact::api {

using namespace clang;

namespace {

std::string comment_of(const Decl* declaration) {
  const ASTContext& context = declaration->getASTContext();
  const RawComment* comment = context.getRawCommentForAnyRedecl(declaration);
  return comment == nullptr ? "" : comment->getRawText(context.getSourceManager()).str();
}

/// The declaration as it is written, up to what ends it (attributes that this clang does not know are in no tree).
std::string written(const Decl* declaration, const char* ends = ";{") {
  const ASTContext& context = declaration->getASTContext();
  const SourceManager& sources = context.getSourceManager();
  const SourceLocation begin = sources.getExpansionLoc(declaration->getBeginLoc());
  if (begin.isInvalid()) return "";
  bool failed = false;
  const char* text = sources.getCharacterData(begin, &failed);
  if (failed) return "";
  constexpr std::size_t kLongest = 1000;
  const StringRef rest = sources.getBufferData(sources.getFileID(begin));
  const StringRef here(text, std::min<std::size_t>(kLongest, static_cast<std::size_t>(rest.end() - text)));
  return here.substr(0, here.find_first_of(ends)).str();
}

/// The sentences of `comment` in which `name` stands as a word, in lower case; `name` may be what \param names.
std::string sentences_about(const std::string& comment, const std::string& name) {
  if (name.empty() || comment.empty()) return "";
  std::string result, sentence;
  const std::regex word("\\b" + name + "\\b");
  const auto take = [&] {
    if (std::regex_search(sentence, word)) result += lower(sentence) + "\n";
    sentence.clear();
  };
  for (std::size_t i = 0; i < comment.size(); ++i) {
    const bool ends = (comment[i] == '.' &&
                       (i + 1 == comment.size() || std::isspace(static_cast<unsigned char>(comment[i + 1])) != 0)) ||
                      comment[i] == '@' || comment[i] == '\\' || comment.compare(i, 2, "\n\n") == 0;
    if (ends) take();
    // A line's comment marks are no words of it.
    sentence += comment[i] == '\n' || comment[i] == '*' || comment[i] == '/' ? ' ' : comment[i];
  }
  take();
  return result;
}

/// The name in the declaration's `counted_by`; empty: there is none.
std::string counter_in(const std::string& text) {
  static const std::regex counted("counted_by(?:__)? *\\( *([A-Za-z_][A-Za-z_0-9]*) *\\)");
  std::smatch found;
  return std::regex_search(text, found, counted) ? found[1].str() : "";
}

/// `sentences`: one a line. "If parent is non-null, ..." forbids nothing.
bool says_nonnull(const std::string& sentences) {
  static const std::regex forbids(
      "(must|may|can|shall|should|do) ?not( be| pass)? +`?(a )?null|cannot be `?null|never (be )?`?null");
  static const std::regex describes("non-?null|not `?null(ptr)?`? *\\)?$"),
      condition("\\b(if|when|unless|whether|in case)\\b");
  std::istringstream lines(sentences);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_search(line, forbids)) return true;
    if (std::regex_search(line, found, describes) && !std::regex_search(found.prefix().str(), condition)) return true;
  }
  return false;
}

/// What the comment's `@param name` says, in one line, without the commands that set words in another type.
std::string said_of_parameter(const std::string& comment, const std::string& name) {
  const std::regex begins("[@\\\\]param *(\\[[a-z, ]*\\])?\\s+" + name + "\\b");
  std::smatch found;
  if (name.empty() || !std::regex_search(comment, found, begins)) return "";
  static const std::regex typeset("[@\\\\](p|c|a|e|b|ref) +"), ends("[@\\\\][a-z]|\n[ */]*\n|\\*/");
  const std::string said = std::regex_replace(found.suffix().str(), typeset, "");
  std::smatch end;
  return std::regex_search(said, end, ends) ? end.prefix().str() : said;
}

/// "how many bytes data points to", "number of elements in `values`": of exactly one of the function's pointers.
std::optional<unsigned> described_buffer_of(const FunctionDecl* function, unsigned index) {
  const std::string said = said_of_parameter(comment_of(function), function->getParamDecl(index)->getNameAsString());
  static const std::regex counts("\\b(how many|number of|count of|length|size)\\b", std::regex::icase);
  if (said.empty() || !std::regex_search(said, counts)) return std::nullopt;
  std::optional<unsigned> result;
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const ParmVarDecl* other = function->getParamDecl(i);
    const std::string name = other->getNameAsString();
    const QualType type = other->getType().getCanonicalType();
    if (name.empty() || !type->isPointerType() || !std::regex_search(said, std::regex("\\b" + name + "\\b"))) continue;
    const QualType element = type->getPointeeType();
    const bool is_counted_in_bytes = lower(said).contains("byte") && !element->isVoidType() && !element->isCharType();
    if (result || is_counted_in_bytes) return std::nullopt;
    result = i;
  }
  return result;
}

/// The words of a comment, in lower case, with one space between them: "/**< Private. */" is "private".
std::string plain_words(const std::string& comment) {
  std::string result;
  for (const char c : lower(comment)) {
    const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '\'' || c == '-';
    if (is_letter || (!result.empty() && result.back() != ' ')) result += is_letter ? c : ' ';
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

bool says_private(const std::string& comment) {
  const std::string words = plain_words(comment);
  static constexpr const char* kPrivate[] = {"private",       "internal",        "do not touch",   "don't touch",
                                             "do not use",    "do not modify",   "do not access",  "read-only",
                                             "read only",     "not be accessed", "not be touched", "not be modified",
                                             "opaque fields", "opaque members",  "opaque to"};
  return words == "opaque" || std::ranges::any_of(kPrivate, [&](const char* each) { return words.contains(each); });
}

/// Where comments stand in the file of a struct, by their offsets.
class CommentsOf {
 public:
  explicit CommentsOf(const CXXRecordDecl* record)
      : sources_(record->getASTContext().getSourceManager()),
        file_(sources_.getFileID(sources_.getExpansionLoc(record->getLocation()))),
        comments_(record->getASTContext().Comments.getCommentsInFile(file_)),
        text_(sources_.getBufferData(file_)),
        braces_(offset_of(record->getBraceRange().getBegin())) {}

  /// Behind the brace that opens the struct; 0: it is not known.
  [[nodiscard]] unsigned braces() const { return braces_; }
  /// 0 in another file.
  [[nodiscard]] unsigned offset_of(SourceLocation place) const {
    const SourceLocation here = sources_.getExpansionLoc(place);
    return here.isValid() && sources_.getFileID(here) == file_ ? sources_.getFileOffset(here) : 0;
  }
  [[nodiscard]] unsigned end_of_line(unsigned offset) const {
    return static_cast<unsigned>(std::min(text_.find('\n', offset), text_.size()));
  }
  /// The comments that begin in [from, to), the last one first.
  [[nodiscard]] std::vector<const RawComment*> between(unsigned from, unsigned to) const {
    std::vector<const RawComment*> result;
    if (comments_ == nullptr) return result;
    for (auto each = comments_->lower_bound(from); each != comments_->end() && each->first < to; ++each)
      result.insert(result.begin(), each->second);
    return result;
  }
  [[nodiscard]] std::string words_of(const RawComment* comment) const {
    return plain_words(comment->getRawText(sources_).str());
  }
  /// Is there an empty line between the comment and `offset`?
  [[nodiscard]] bool is_detached(const RawComment* comment, unsigned offset) const {
    const unsigned end = offset_of(comment->getEndLoc());
    return text_.slice(end, offset).count('\n') > 1;
  }

 private:
  const SourceManager& sources_;
  FileID file_;
  const std::map<unsigned, RawComment*>* comments_;
  StringRef text_;
  unsigned braces_;
};

/// How far a comment in front of a field reaches.
enum class Reach : std::uint8_t { kField, kGroup, kRest };

/// "/* private */" is said of the fields up to the next comment, and of all others if an empty line or a comment follows;
/// "/* number of internal nodes */" of one.
Reach reach_of(const std::string& words, bool is_heading) {
  constexpr std::ptrdiff_t kShort = 4;  // words
  static const std::regex all("\\b(fields|members|below|following|everything|remaining|rest)\\b");
  if (is_heading) return Reach::kRest;
  return std::ranges::count(words, ' ') < kShort || std::regex_search(words, all) ? Reach::kGroup : Reach::kField;
}

/// Is a comment that says so above a group of fields that `field` belongs to, or behind it in its line?
///
///     size_t size;
///     /* private */
///     char* data;              is
///     size_t head, tail;       are
///     /* The owner's. */
///     void* user;              is not
bool is_in_private_group(const FieldDecl* field) {
  const auto* record = cast<CXXRecordDecl>(field->getParent());
  const CommentsOf comments(record);
  Reach reach = Reach::kField;
  unsigned before = comments.braces();
  for (const FieldDecl* each : record->fields()) {
    const unsigned begin = comments.offset_of(each->getBeginLoc()), end = comments.offset_of(each->getEndLoc());
    const auto above = comments.between(before, begin);
    for (std::size_t i = above.size(); i-- > 0;) {
      const std::string words = comments.words_of(above[i]);
      if (says_private(words))
        reach = reach_of(words, i > 0 || comments.is_detached(above[i], begin));
      else if (reach != Reach::kRest || words.contains("public"))
        reach = Reach::kField;
    }
    const unsigned line = comments.end_of_line(end);
    if (each == field) {
      const auto behind = comments.between(end, line);
      return reach != Reach::kField || std::ranges::any_of(behind, [&](const RawComment* comment) {
               return says_private(comments.words_of(comment));
             });
    }
    before = line;
  }
  return false;
}

}  // namespace

bool forbids_null(const FunctionDecl* function, unsigned index) {
  const ParmVarDecl* parameter = function->getParamDecl(index);
  if (parameter->hasAttr<NonNullAttr>()) return true;
  for (const auto* attribute : function->specific_attrs<NonNullAttr>())
    if (attribute->isNonNull(index)) return true;
  if (parameter->getType()->getNullability() == NullabilityKind::NonNull) return true;
  return says_nonnull(sentences_about(comment_of(function), parameter->getNameAsString()));
}

bool speaks_of_null(const FunctionDecl* function, unsigned index) {
  const std::string comment = comment_of(function), name = function->getParamDecl(index)->getNameAsString();
  return (name.empty() ? lower(comment) : sentences_about(comment, name)).contains("null");
}

namespace {

bool is_object(const ParmVarDecl* parameter) {
  const QualType type = parameter->getType().getCanonicalType();
  return type->isPointerType() && type->getPointeeType()->isRecordType() && !type->getPointeeType().isConstQualified();
}

/// "Frees the session.", or "Ends the session and gives its memory back.", of `sess_end(sess* s)`, which takes no other object: the comment
/// begins with it, and its noun is the type's name, or one for any object.
bool begins_with_end_of(const FunctionDecl* function, const ParmVarDecl* parameter) {
  if (std::ranges::count_if(function->parameters(), is_object) != 1) return false;
  static const std::string kThe = "((the|a|an|this|given|whole) )*([a-z_0-9]+)";
  static const std::regex frees("^[\\s/*!]*([@\\\\]brief )?(frees|destroys|deletes|deallocates|releases)( up)? " +
                                kThe + "( object| handle| structure| instance)?( and [^.]*)?\\s*(\\.|\\*/|\n|$)"),
      ends("^[\\s/*!]*([@\\\\]brief )?(ends|closes|finishes)( up)? " + kThe +
           "( and|,)( then)? (frees|releases|gives) (back )?(its|all|all its) (memory|storage|resources)\\b()");
  const std::string comment = lower(comment_of(function));
  std::smatch found;
  if (!std::regex_search(comment, found, frees) && !std::regex_search(comment, found, ends)) return false;
  const std::string noun = found[6],
                    type = lower(parameter->getType()->getPointeeType().getUnqualifiedType().getAsString());
  static const std::set<std::string> kAny{"object", "handle", "structure", "instance", "it"};
  // "session" for sess, "document" for doc_t
  const std::string stem = noun.substr(0, std::max<std::size_t>(noun.size() / 2, 3));
  return kAny.contains(noun) || noun == lower(parameter->getNameAsString()) || type.contains(stem);
}

}  // namespace

bool says_released(const FunctionDecl* function, unsigned index) {
  const ParmVarDecl* parameter = function->getParamDecl(index);
  if (!is_object(parameter)) return false;
  if (begins_with_end_of(function, parameter)) return true;
  const std::string name = parameter->getNameAsString(), about = sentences_about(comment_of(function), name);
  if (about.empty()) return false;
  const QualType type = parameter->getType().getCanonicalType();
  // "The document object is destroyed"; not "must be freed", which callers do, nor "is freed if".
  const std::regex gone(
      "\\b" + lower(name) +
      "\\b( object| pointer| handle)? ((is|gets|will be) (then |always )?(destroyed|freed|deleted|deallocated)"
      "(?! (if|when|once|by the caller))|"
      "(must|may|can|should) ?not be used (again|any ?more|after(wards)?|after (this|the) call)|"
      "(is|becomes) (invalid|no longer valid) (after|when this))");
  if (std::regex_search(about, gone)) return true;
  const std::regex ends("\\b(frees|destroys|deletes|deallocates|invalidates) (the )?" + lower(name) +
                        "\\b(?!( |'s )[a-z])");
  if (std::regex_search(about, ends)) return true;
  // As realloc: "The return value is the new pointer for target." What returns nothing of that type says something else.
  const std::regex moved("\\bnew (ptr|pointer|address|location) (for|of|to) (the )?" + lower(name) + "\\b");
  return std::regex_search(about, moved) &&
         function->getASTContext().hasSameType(type, function->getReturnType().getCanonicalType());
}

std::uint32_t least_told(const FunctionDecl* function, unsigned index) {
  const ParmVarDecl* parameter = function->getParamDecl(index);
  const QualType type = parameter->getType().getCanonicalType();
  if (!type->isPointerType() || !type->getPointeeType()->isScalarType() || type->getPointeeType()->isPointerType())
    return 0;
  const std::string about = sentences_about(comment_of(function), parameter->getNameAsString());
  static const std::regex room(
      "\\b(room|space|place|enough|large enough|big enough|capacity|holds?|points? to|buffer|array|size|length|must "
      "be)\\b[^.0-9]*"
      "\\bat least ([0-9]{1,4}) (bytes|characters|chars|elements|entries|items|numbers|values|floats|doubles|ints)\\b");
  std::smatch found;
  if (!std::regex_search(about, found, room)) return 0;
  const auto told = static_cast<std::uint64_t>(std::stoul(found[2]));
  const auto size =
      static_cast<std::uint64_t>(function->getASTContext().getTypeSizeInChars(type->getPointeeType()).getQuantity());
  return static_cast<std::uint32_t>(found[3] == "bytes" ? (told + size - 1) / size : told);
}

bool takes_negative(const FunctionDecl* function, unsigned index) {
  const std::string about = sentences_about(comment_of(function), function->getParamDecl(index)->getNameAsString());
  static const std::regex below("-1|negative|less than (0|zero)|below (0|zero)");
  return std::regex_search(about, below);
}

std::optional<unsigned> declared_buffer_of(const FunctionDecl* function, unsigned index) {
  const std::string text = written(function);
  // access(read_only, 1, 2): parameter 2 tells how much there is behind parameter 1, counted from 1.
  static const std::regex access(
      "access__? *\\( *[a-z_]+ *, *([0-9]+) *, *([0-9]+) *\\)|access *\\( *[a-z_]+ *, *([0-9]+) *, *([0-9]+) *\\)");
  for (auto at = std::sregex_iterator(text.begin(), text.end(), access); at != std::sregex_iterator(); ++at) {
    const bool is_first = (*at)[1].matched;
    const unsigned long buffer = std::stoul((*at)[is_first ? 1 : 3]), length = std::stoul((*at)[is_first ? 2 : 4]);
    if (length == index + 1 && buffer >= 1 && buffer <= function->getNumParams())
      return static_cast<unsigned>(buffer - 1);
  }
  const std::string name = function->getParamDecl(index)->getNameAsString();
  for (unsigned i = 0; i < function->getNumParams() && !name.empty(); ++i)
    if (counter_in(written(function->getParamDecl(i), ",;{")) == name) return i;
  return described_buffer_of(function, index);
}

std::optional<DeclaredProduct> declared_product(const FunctionDecl* function) {
  static const std::regex product("[A-Za-z_0-9]+(?:[ \\t]*(?:\\*|\\bx\\b|\\btimes\\b)[ \\t]*[A-Za-z_0-9]+)+"),
      factor("[A-Za-z_0-9]+");
  const std::string comment = comment_of(function);
  const auto number_of = [&](const std::string& name) -> std::optional<unsigned> {
    for (unsigned i = 0; i < function->getNumParams(); ++i)
      if (function->getParamDecl(i)->getNameAsString() == name) return i;
    return std::nullopt;
  };
  for (auto at = std::sregex_iterator(comment.begin(), comment.end(), product); at != std::sregex_iterator(); ++at) {
    const std::string text = at->str();
    DeclaredProduct found;
    bool is_known = true;
    for (auto each = std::sregex_iterator(text.begin(), text.end(), factor); each != std::sregex_iterator(); ++each) {
      const std::string word = each->str();
      if (word == "x" || word == "times") continue;
      const auto parameter = number_of(word);
      const bool is_digit = word.size() == 1 && word.front() >= '1' && word.front() <= '9';
      if (parameter) found.by.push_back(*parameter);
      if (is_digit) found.unit *= static_cast<unsigned>(word.front() - '0');
      is_known = is_known && (parameter || is_digit);
    }
    if (is_known && found.by.size() > 1) return found;
  }
  return std::nullopt;
}

std::optional<unsigned> format_of(const FunctionDecl* function) {
  const ASTContext& context = function->getASTContext();
  const unsigned count = function->getNumParams();
  const bool has_list =
      count > 0 && context.hasSameUnqualifiedType(function->getParamDecl(count - 1)->getType(),
                                                  context.getAdjustedParameterType(context.getBuiltinVaListType()));
  if (!function->isVariadic() && !has_list) return std::nullopt;
  for (const auto* attribute : function->specific_attrs<FormatAttr>())
    if (attribute->getType()->getName().contains("printf") && attribute->getFormatIdx() >= 1 &&
        static_cast<unsigned>(attribute->getFormatIdx()) <= count)
      return static_cast<unsigned>(attribute->getFormatIdx()) - 1;
  const unsigned named = has_list ? count - 1 : count;
  if (named == 0) return std::nullopt;
  const ParmVarDecl* last = function->getParamDecl(named - 1);
  const QualType type = last->getType().getCanonicalType();
  const std::string name = lower(last->getNameAsString());
  const bool is_text = type->isPointerType() && type->getPointeeType()->isCharType();
  return is_text && (name.contains("format") || name.contains("fmt")) ? std::optional(named - 1) : std::nullopt;
}

bool is_private_by_word(const FieldDecl* field) {
  const std::string name = lower(field->getNameAsString());
  if (name.starts_with('_') || name.ends_with('_') || name.contains("priv") || name.contains("reserved") ||
      name.contains("internal"))
    return true;
  const std::string of_struct = comment_of(field->getParent());
  return says_private(comment_of(field)) || says_private(sentences_about(of_struct, "members")) ||
         says_private(sentences_about(of_struct, "fields")) || is_in_private_group(field);
}

std::string counted_by(const FieldDecl* field) { return counter_in(written(field)); }

}  // namespace reenact::api
