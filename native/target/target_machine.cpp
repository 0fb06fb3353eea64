#include "target/target_machine.h"

#include "support/error.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

namespace tile_simd {

using namespace llvm;

static void initializeOnce() {
  static const bool done = [] {
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    InitializeNativeTargetDisassembler();
    return true;
  }();
  (void)done;
}

Expected<std::unique_ptr<TargetMachine>> createTargetMachine(const std::vector<std::string> &features) {
  initializeOnce();
  Triple triple(sys::getProcessTriple());
  std::string problem;
  const Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return internalError(problem);
  std::string list;
  for (const std::string &feature : features)
    list += (list.empty() ? "+" : ",+") + feature;
  TargetOptions options;
  options.UniqueBasicBlockSectionNames = false;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(triple, "x86-64", list, options,
                                                                     Reloc::PIC_, CodeModel::Small,
                                                                     CodeGenOptLevel::Default, /*JIT=*/true));
  if (!machine)
    return internalError("LLVM has no target machine for " + triple.str());
  return machine;
}

} // namespace tile_simd
