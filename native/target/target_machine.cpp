#include "target/target_machine.h"

#include "support/error.h"
#include "target/cpu.h"
#include "target/levels.h"

#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

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

static TargetDescription makeDescription(Triple triple, std::vector<std::string> features) {
  const char *baseline = triple.isAArch64() ? "generic" : "x86-64";
  return {std::move(triple), baseline, std::move(features)};
}

/// The host's own triple where the architecture is the host's, for its object format; otherwise Linux's.
static Triple tripleOf(Triple::ArchType architecture) {
  Triple host(sys::getProcessTriple());
  return host.getArch() == architecture
             ? host
             : Triple(Triple::getArchTypeName(architecture), "unknown", "linux", "gnu");
}

TargetDescription hostTarget() {
  return makeDescription(Triple(sys::getProcessTriple()), hostCpu().features);
}

Expected<TargetDescription> describeTarget(const std::string &name) {
  if (name == "native")
    return hostTarget();
  initializeOnce();
  std::string known = "native", problem;
  for (const Level &level : namedLevels()) {
    Triple triple = tripleOf(level.architecture);
    if (!TargetRegistry::lookupTarget(triple, problem))
      continue;
    if (level.name == name)
      return makeDescription(triple, level.features);
    known += ", " + level.name;
  }
  return invalidTarget("target.features", "'" + name + "' is unknown; expected one of " + known);
}

Expected<std::unique_ptr<TargetMachine>> createTargetMachine(const TargetDescription &description) {
  initializeOnce();
  const Triple &triple = description.triple;
  std::string problem;
  const Target *target = TargetRegistry::lookupTarget(triple, problem);
  if (!target)
    return internalError(problem);
  std::string list;
  for (const std::string &feature : description.features)
    list += (list.empty() ? "+" : ",+") + feature;
  TargetOptions options;
  options.UniqueBasicBlockSectionNames = false;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, description.cpu, list, options, Reloc::PIC_, CodeModel::Small, CodeGenOptLevel::Default,
      /*JIT=*/true));
  if (!machine)
    return internalError("LLVM has no target machine for " + triple.str());
  return machine;
}

} // namespace tile_simd
