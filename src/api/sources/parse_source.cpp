#include "api/sources/parse_source.h"

#include <clang/Tooling/Tooling.h>
#include <llvm/Support/CrashRecoveryContext.h>

#include <mutex>
#include <utility>

namespace reenact::api {

bool parse_source(std::unique_ptr<clang::FrontendAction> action, const std::string& code,
                  const std::vector<std::string>& flags, const std::string& name,
                  const std::filesystem::path& compiler) {
  constexpr unsigned kStack = 64 << 20;  // bytes, a page at a time: templates nest, and so do clang's calls
  static std::once_flag enabled;
  std::call_once(enabled, [] { llvm::CrashRecoveryContext::Enable(); });
  llvm::CrashRecoveryContext context;
  return context.RunSafelyOnThread(
      [&] { (void)clang::tooling::runToolOnCodeWithArgs(std::move(action), code, flags, name, compiler.string()); },
      kStack);
}

}  // namespace reenact::api
