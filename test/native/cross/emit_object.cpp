// The generator for other machines than this one: compile requests in, relocatable objects out.
//
//   emit_object [--assembly] REQUESTS FOLDER
//
// REQUESTS is a file with one compile request (JSON, as the addon's compile() reads it) per line. Request i
// becomes FOLDER/i.o, with --assembly its disassembly FOLDER/i.s as well; a line of JSON on stdout tells
// about each. Stops at the first request that is refused, with its error on stderr.
//
// This program carries LLVM's AArch64 target beside the host's, so that `target.features` may be "neon".
#include "jit/kernel_object.h"
#include "jit/request.h"
#include "support/error.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tile_simd;

namespace {

Error write(const Twine &path, StringRef bytes) {
  std::error_code failed;
  raw_fd_ostream file(path.str(), failed);
  if (!failed) {
    file << bytes;
    file.close();
    failed = file.error();
  }
  return failed ? createStringError(failed, path.str() + ": " + failed.message()) : Error::success();
}

Error emit(StringRef line, const Twine &path, bool wantsAssembly) {
  Expected<Request> request = decodeRequest(line);
  if (!request)
    return request.takeError();
  Expected<KernelObject> kernel = emitKernel(*request);
  if (!kernel)
    return kernel.takeError();
  if (Error e = write(path + ".o", kernel->object))
    return e;
  if (wantsAssembly) {
    Expected<std::string> assembly = kernel->assembly();
    if (!assembly)
      return assembly.takeError();
    if (Error e = write(path + ".s", *assembly))
      return e;
  }
  outs() << kernel->infoJson() << "\n";
  return Error::success();
}

} // namespace

int main(int argc, char **argv) {
  LLVMInitializeAArch64TargetInfo();
  LLVMInitializeAArch64Target();
  LLVMInitializeAArch64TargetMC();
  LLVMInitializeAArch64AsmPrinter();
  LLVMInitializeAArch64Disassembler();

  SmallVector<StringRef, 3> arguments(argv + 1, argv + argc);
  bool wantsAssembly = !arguments.empty() && arguments[0] == "--assembly";
  if (wantsAssembly)
    arguments.erase(arguments.begin());
  if (arguments.size() != 2) {
    errs() << "usage: emit_object [--assembly] REQUESTS FOLDER\n";
    return 2;
  }
  auto requests = MemoryBuffer::getFile(arguments[0], /*IsText=*/true);
  if (!requests) {
    errs() << arguments[0] << ": " << requests.getError().message() << "\n";
    return 1;
  }
  SmallVector<StringRef, 0> lines;
  (*requests)->getBuffer().split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (size_t i = 0; i < lines.size(); ++i)
    if (Error e = emit(lines[i], arguments[1] + "/" + Twine(i), wantsAssembly)) {
      errs() << "request " << i << ": " << toString(std::move(e)) << "\n";
      return 1;
    }
  return 0;
}
