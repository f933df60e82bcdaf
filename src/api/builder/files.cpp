// Files, sockets and descriptors with contents of the test's choice.
#include <fmt/format.h>

#include "api/builder/builder.h"

namespace reenact::api {

using namespace clang;

void Builder::add_files() {
  if (const auto name = types_.file_name())
    add_file(*name, "const char* const {r} = {f};", "*(const char**)out = name.c_str();");
  if (const auto name = types_.file_string())
    add_file(*name, "const std::string {r} = {f};", "::new (out) std::string(name);");
  if (const auto descriptor = types_.descriptor()) add_descriptor(*descriptor);
}

/// A socket where the project speaks to sockets, which takes read() and recv(); else a file, which takes read() and lseek().
void Builder::add_descriptor(TypeId result) {
  const bool is_socket = opened_files_.are_sockets;
  Callable made = make(CallableKind::kFile, is_socket ? "socketWith" : "openFileWith", "");
  made.result = result;
  made.parameters = text_and_length(types_.text());
  made.expression = fmt::format("{}(std::string({{0}}, {{#0}}))", made.name);
  made.declaration = fmt::format("const int {{r}} = {};", made.expression);
  if (is_socket) {
    made.includes = {"<string>", "<sys/socket.h>", "<unistd.h>"};
    made.preamble =
        "// A socket from which `content` can be read, and then its end.\n"
        "int socketWith(const std::string& content) {\n"
        "  int ends[2];\n"
        "  socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends);\n"
        "  (void)!write(ends[1], content.data(), content.size());\n"
        "  shutdown(ends[1], SHUT_WR);\n"
        "  return ends[0];\n"
        "}\n";
  } else {
    made.includes = {"<stdio.h>", "<string>"};
    made.preamble =
        "// An open file from which `content` can be read.\n"
        "int openFileWith(const std::string& content) {\n"
        "  FILE* const file = tmpfile();\n"
        "  fwrite(content.data(), 1, content.size(), file);\n"
        "  rewind(file);\n"
        "  return fileno(file);\n"
        "}\n";
  }
  add(std::move(made),
      fmt::format("*(int*)out = reenact_descriptor(in[0], *(unsigned long*)in[1], {});", is_socket ? 1 : 0));
}

/// A file with contents, with and without a suffix of the test's choice: readers may ask for theirs. `declaration` with {f} for the call
/// that makes it; `store` keeps the thunk's std::string `name`.
void Builder::add_file(TypeId result, std::string_view declaration, const std::string& store) {
  for (const bool has_suffix : {false, true}) {
    Callable file = make(CallableKind::kFile, "fileWith", "");
    file.result = result;
    file.parameters = text_and_length(types_.text());
    file.includes = {"<fstream>", "<set>", "<string>"};
    file.preamble = fmt::format(
        "// Writes `content` to a file of its own and returns the file's name.\n"
        "const char* fileWith(const std::string& content{}) {{\n"
        "  static std::set<std::string> names;\n"
        "  const std::string name = testing::TempDir() + \"{}\" + std::to_string(names.size()){};\n"
        "  std::ofstream(name, std::ios::binary) << content;\n"
        "  return names.insert(name).first->c_str();\n"
        "}}\n",
        has_suffix ? ", const std::string& suffix" : "", has_suffix ? "saved" : "input", has_suffix ? " + suffix" : "");
    file.expression = "fileWith(std::string({0}, {#0}))";
    std::string suffix;
    if (has_suffix) {
      for (Parameter& each : text_and_length(types_.text())) file.parameters.push_back(std::move(each));
      file.parameters.back().length_of = 2;
      file.expression = "fileWith(std::string({0}, {#0}), std::string({2}, {#2}))";
      suffix = "name.append((const char*)in[2], (size_t)*(unsigned long*)in[3]); ";
    }
    file.declaration = declaration;
    file.declaration.replace(file.declaration.find("{f}"), 3, file.expression);
    add(std::move(file),
        "static std::string names[8]; static unsigned next; std::string& name = names[next++ % 8]; name = \"file\" + "
        "std::to_string(next % 8); " +
            suffix +
            "if (FILE* file = std::fopen(name.c_str(), \"wb\")) { std::fwrite(in[0], 1, (size_t)*(unsigned "
            "long*)in[1], "
            "file); std::fclose(file); } " +
            store);
  }
}

/// FILE*: an empty one to write to, and one that reads a text.
void Builder::add_c_file(const CXXRecordDecl* record) {
  Callable callable = make(CallableKind::kFile, "FILE", "");
  callable.result = types_.variable(context_.getPointerType(context_.getRecordType(record)));
  callable.includes = {"<stdio.h>"};
  Callable written = callable;
  written.declaration = "FILE* {r} = tmpfile();";
  written.expression = "tmpfile()";
  add(std::move(written), "*(void**)out = fmemopen(nullptr, 65536, \"w+\");");
  callable.parameters = text_and_length(types_.text());
  callable.expression = "fmemopen(const_cast<char*>({0}), {#0}, \"r\")";
  callable.declaration = "FILE* {r} = " + callable.expression + ";";
  // A file of no bytes can be opened, a block of no bytes cannot.
  add(std::move(callable),
      "const size_t size = (size_t)*(unsigned long*)in[1]; *(void**)out = size == 0 ? fopen(\"/dev/null\", \"r\") : "
      "fmemopen(in[0], size, \"r\");");
}

}  // namespace reenact::api
