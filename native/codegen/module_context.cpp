#include "codegen/module_context.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/MDBuilder.h"

#include <algorithm>

namespace tile_simd {

using namespace llvm;

ModuleContext::ModuleContext(Module &module, const ir::Program &program, const Plan &plan,
                             const TargetFacts &target)
    : module(module), llvm(module.getContext()), program(program), plan(plan), target(target) {
  MDBuilder md(llvm);
  MDNode *domain = md.createAnonymousAliasScopeDomain("tile-simd");
  MDNode *column = md.createAnonymousAliasScope(domain, "column");
  MDNode *workspace = md.createAnonymousAliasScope(domain, "workspace");
  columnScope_ = MDNode::get(llvm, {column});
  workspaceScope_ = MDNode::get(llvm, {workspace});
  columnAndWorkspace_ = MDNode::get(llvm, {column, workspace});
}

Function *ModuleContext::createFunction(FunctionType *type, GlobalValue::LinkageTypes linkage,
                                        const Twine &suffix) {
  Function *function = Function::Create(type, linkage, program.name + suffix, module);
  function->addFnAttr(Attribute::NoUnwind);
  function->addFnAttr(Attribute::WillReturn);
  function->addFnAttr(Attribute::MustProgress);
  std::string features;
  for (const std::string &feature : target.features)
    features += (features.empty() ? "+" : ",+") + feature;
  function->addFnAttr("target-cpu", target.cpu);
  function->addFnAttr("target-features", features);
  // LLVM splits <16 x float> into halves on CPUs whose tuning prefers 256 bits, unless the function insists.
  const unsigned elementBits = plan.doublePrecision ? 64 : 32;
  std::string bits = utostr(std::clamp(plan.width * elementBits, 128u, 512u));
  function->addFnAttr("prefer-vector-width", bits);
  function->addFnAttr("min-legal-vector-width", bits);
  return function;
}

void ModuleContext::markColumnLoad(Instruction *load) const {
  load->setMetadata(LLVMContext::MD_alias_scope, columnScope_);
  load->setMetadata(LLVMContext::MD_noalias, workspaceScope_);
}
void ModuleContext::markBufferAccess(Instruction *access) const {
  access->setMetadata(LLVMContext::MD_noalias, workspaceScope_);
}
void ModuleContext::markOutputStore(Instruction *store) const {
  store->setMetadata(LLVMContext::MD_noalias, columnAndWorkspace_);
}
void ModuleContext::markWorkspaceAccess(Instruction *access) const {
  access->setMetadata(LLVMContext::MD_alias_scope, workspaceScope_);
}
void ModuleContext::markInvariant(LoadInst *load) const {
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(llvm, {}));
}

CountedLoop::CountedLoop(Builder &builder, Value *count, ArrayRef<Value *> initial, const Twine &name)
    : builder_(builder), count_(count) {
  BasicBlock *before = builder.GetInsertBlock();
  header_ = BasicBlock::Create(builder.getContext(), name, before->getParent());
  builder.CreateBr(header_);
  builder.SetInsertPoint(header_);
  index_ = builder.CreatePHI(count->getType(), 2, name + ".i");
  index_->addIncoming(ConstantInt::get(count->getType(), 0), before);
  for (Value *value : initial) {
    PHINode *phi = builder.CreatePHI(value->getType(), 2);
    phi->addIncoming(value, before);
    carried_.push_back(phi);
  }
}

SmallVector<Value *, 16> CountedLoop::finish(ArrayRef<Value *> next, const char *mark) {
  BasicBlock *latch = builder_.GetInsertBlock();
  Value *following = builder_.CreateAdd(index_, ConstantInt::get(index_->getType(), 1), "", /*HasNUW=*/true,
                                        /*HasNSW=*/true);
  BasicBlock *exit =
      BasicBlock::Create(builder_.getContext(), header_->getName() + ".done", latch->getParent());
  Instruction *branch = builder_.CreateCondBr(builder_.CreateICmpULT(following, count_), header_, exit);
  if (mark)
    branch->setMetadata(mark, MDNode::get(builder_.getContext(), {}));
  index_->addIncoming(following, latch);
  for (auto [phi, value] : zip_equal(carried_, next))
    phi->addIncoming(value, latch);
  builder_.SetInsertPoint(exit);
  return SmallVector<Value *, 16>(next);
}

} // namespace tile_simd
