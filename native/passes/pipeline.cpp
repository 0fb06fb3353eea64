#include "passes/pipeline.h"

#include "passes/interleave.h"

#include "llvm/Analysis/InlineCost.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/IPO/ModuleInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

namespace tile_simd {

using namespace llvm;

// The generator writes what a general optimizer would have to find (vectors, unrolling, accumulators), so a
// handful of passes gives the code of the default -O2 pipeline in a third of its time: simplify, inline, then
// hoist what the record holds out of the packet loop.
void optimizeModule(Module &module, TargetMachine &machine, int inlineThreshold, unsigned packets) {
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);

  FunctionPassManager simplify;
  simplify.addPass(EarlyCSEPass());
  simplify.addPass(InstCombinePass());
  simplify.addPass(SimplifyCFGPass());

  FunctionPassManager finish;
  finish.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  finish.addPass(SimplifyCFGPass());
  finish.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  finish.addPass(EarlyCSEPass());
  finish.addPass(ADCEPass());
  finish.addPass(InterleavePass(packets));

  ModulePassManager pipeline;
  pipeline.addPass(GlobalDCEPass()); // a body that nothing calls, because every call goes to its clone
  pipeline.addPass(createModuleToFunctionPassAdaptor(std::move(simplify)));
  pipeline.addPass(ModuleInlinerPass(getInlineParams(inlineThreshold)));
  pipeline.addPass(GlobalDCEPass());
  pipeline.addPass(createModuleToFunctionPassAdaptor(std::move(finish)));
  pipeline.run(module, modules);
}

} // namespace tile_simd
