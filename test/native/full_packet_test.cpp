// Full-packet specialization on LLVM IR that the DSL cannot make: bodies at and beyond the budget, bodies
// that are not eligible at all, modules that were specialized before. Every refusal leaves the module as it
// was. And whole kernels from text, run with and without the pass.
#include "check.h"

#include "jit/engine.h"
#include "passes/full_packet.h"
#include "passes/pipeline.h"
#include "runtime/launch_record.h"
#include "target/target_machine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using namespace llvm;
using namespace tile_simd;
using tile_simd::test::check;

namespace {

const char *currentCase = "";

#define CHECK(condition) check(condition, "%s: %s", currentCase, #condition)

/// A module that was parsed from text.
class Parsed {
public:
  explicit Parsed(const std::string &text) {
    SMDiagnostic problem;
    module_ = parseAssemblyString(text, problem, context_);
    if (module_)
      return;
    std::string message;
    raw_string_ostream os(message);
    problem.print("case", os);
    check(false, "%s does not parse: %s", currentCase, message.c_str());
  }
  explicit operator bool() const { return module_ != nullptr; }
  Module &operator*() const { return *module_; }
  Function *function(const char *name) const { return module_->getFunction(name); }
  std::string text() const {
    std::string text;
    raw_string_ostream os(text);
    module_->print(os, nullptr);
    return text;
  }
  bool isValid() const { return !verifyModule(*module_, nullptr); }

private:
  LLVMContext context_;
  std::unique_ptr<Module> module_;
};

// What the parts of a module are made of. The block calls the body twice as full, and once as tail.
const std::string attributes = "attributes #0 = { nounwind \"tile-simd-packet\"=\"full\" }\n"
                               "attributes #1 = { nounwind \"tile-simd-packet\"=\"tail\" }\n"
                               "attributes #2 = { nounwind willreturn \"target-features\"=\"+avx2\" }\n";

const std::string block = R"(
define internal void @k.block(ptr %record, i64 %first, i64 %lanes) {
  %remaining = trunc i64 %lanes to i32
  %active = call i32 @llvm.umin.i32(i32 8, i32 %remaining)
  call void @k.packet(ptr %record, i64 %first, i32 %active) #0
  %next = add i64 %first, 8
  call void @k.packet(ptr %record, i64 %next, i32 %active) #0
  %last = add i64 %first, 16
  call void @k.packet(ptr %record, i64 %last, i32 %remaining) #1
  ret void
}
)";

const std::string entry = R"(
define void @k(ptr %record) {
  %begin = load i64, ptr %record
  call void @k.block(ptr %record, i64 %begin, i64 20)
  store i64 20, ptr %record
  ret void
}
)";

const std::string body = R"(
define internal void @k.packet(ptr noalias readonly align 8 captures(none) %record, i64 %program, i32 %active_lanes) #2 {
  %slot = getelementptr i8, ptr %record, i64 32
  %data = load ptr, ptr %slot
  %at = getelementptr i32, ptr %data, i64 %program
  store i32 %active_lanes, ptr %at
  ret void
}
)";

std::string kernel(const std::string &packet) { return packet + block + entry + attributes; }

/// Ends in a store of something that depends on every instruction before; `count` instructions in all.
std::string bodyOf(unsigned count) {
  std::string text = "define internal void @k.packet(ptr %record, i64 %program, i32 %active_lanes) {\n"
                     "  %v0 = load i32, ptr %record\n";
  unsigned adds = count - 3; // beside the load, the store and the return
  for (unsigned i = 1; i <= adds; ++i)
    text += "  %v" + std::to_string(i) + " = add i32 %v" + std::to_string(i - 1) + ", %active_lanes\n";
  return text + "  store i32 %v" + std::to_string(adds) + ", ptr %record\n  ret void\n}\n";
}

struct Calls {
  unsigned toClone = 0, toBody = 0, fullToBody = 0, tailToBody = 0;
};

Calls countCalls(const Parsed &module) {
  Calls calls;
  for (Function &function : *module)
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction()) {
          StringRef kind = call->getFnAttr("tile-simd-packet").getValueAsString();
          calls.toClone += callee->getName() == "k.full_packet";
          if (callee->getName() != "k.packet")
            continue;
          ++calls.toBody;
          calls.fullToBody += kind == "full";
          calls.tailToBody += kind == "tail";
        }
  return calls;
}

Specialization run(const Parsed &module, unsigned width = 8) {
  return specializeFullPackets(*module, *module.function("k.packet"), width);
}

void refused(const char *what, const std::string &text, const char *reason, unsigned width = 8) {
  currentCase = what;
  tile_simd::test::nowRunning("%s", what);
  Parsed module(text);
  if (!module || !CHECK(module.isValid()))
    return;
  std::string before = module.text();
  Specialization result = run(module, width);
  check(!result.applied && result.reason == reason, "%s: the reason is '%s', expected '%s'", what,
        result.reason.c_str(), reason);
  CHECK(result.clones == 0 && result.clonedInstructions == 0);
  CHECK(module.text() == before);
}

/// Specializes and checks what holds whatever the body.
bool specialized(const char *what, const Parsed &module, unsigned width = 8) {
  currentCase = what;
  tile_simd::test::nowRunning("%s", what);
  if (!module || !CHECK(module.isValid()))
    return false;
  unsigned instructions = module.function("k.packet")->getInstructionCount();
  Specialization result = run(module, width);
  check(result.applied && result.reason.empty(), "%s: refused, '%s'", what, result.reason.c_str());
  CHECK(result.clones == 1 && result.clonedInstructions == instructions);
  CHECK(result.fullCallSites == 2 && result.tailCallSites == 1);
  CHECK(module.isValid());
  Function *clone = module.function("k.full_packet");
  if (!CHECK(clone != nullptr))
    return false;
  CHECK(clone->arg_size() == 2 && clone->hasInternalLinkage());
  CHECK(clone->getArg(0)->getType()->isPointerTy() && clone->getArg(1)->getType()->isIntegerTy(64));
  for (Argument &argument : clone->args())
    CHECK(argument.getName() != "active_lanes");
  Calls calls = countCalls(module);
  CHECK(calls.toClone == 2 && calls.fullToBody == 0);
  CHECK(calls.tailToBody == 1 && calls.toBody == 1);
  return true;
}

void cloneIsTheBody() {
  Parsed module(kernel(body));
  std::string tail = "call void @k.packet(ptr %record, i64 %last, i32 %remaining)";
  std::string packetBefore = module.text().substr(0, module.text().find("define internal void @k.block"));
  if (!specialized("an ordinary body", module))
    return;
  Function *packet = module.function("k.packet"), *clone = module.function("k.full_packet");
  CHECK(module.text().find(tail) != std::string::npos);
  CHECK(module.text().find(packetBefore) != std::string::npos); // the body itself is untouched
  for (Attribute::AttrKind kind :
       {Attribute::NoAlias, Attribute::ReadOnly, Attribute::Captures, Attribute::Alignment})
    CHECK(clone->hasParamAttribute(0, kind) && packet->hasParamAttribute(0, kind));
  CHECK(clone->getParamAlign(0) == Align(8));
  CHECK(clone->getFnAttribute("target-features").getValueAsString() == "+avx2");
  CHECK(clone->hasFnAttribute(Attribute::NoUnwind) && clone->hasFnAttribute(Attribute::WillReturn));
  // The only use of active_lanes is now the constant.
  bool storesWidth = false;
  for (Instruction &instruction : instructions(*clone))
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      if (auto *value = dyn_cast<ConstantInt>(store->getValueOperand()))
        storesWidth |= value->getZExtValue() == 8;
  CHECK(storesWidth);
  // Call sites are rewritten in program order, with their arguments.
  std::string text = module.text();
  size_t first = text.find("call void @k.full_packet(ptr %record, i64 %first)");
  size_t next = text.find("call void @k.full_packet(ptr %record, i64 %next)");
  CHECK(first != std::string::npos && next != std::string::npos && first < next);
}

void everyWidth() {
  for (unsigned width : {2, 4, 8, 16}) {
    Parsed module(kernel(body));
    if (!specialized("every width", module, width))
      continue;
    std::string text = module.text();
    CHECK(text.find("store i32 " + std::to_string(width) + ", ptr %at") != std::string::npos);
  }
  for (unsigned width : {0, 1, 3, 5, 6, 7, 9, 12, 15, 17, 32, 64, 255})
    refused("a width that is none", kernel(body), "width", width);
}

void budget() {
  Parsed exact(kernel(bodyOf(fullPacketInstructionBudget)));
  if (exact)
    CHECK(exact.function("k.packet")->getInstructionCount() == 4096);
  specialized("exactly 4096 instructions", exact);
  refused("4097 instructions", kernel(bodyOf(fullPacketInstructionBudget + 1)), "instruction-budget");
}

/// The entry writes the record that the body only reads: no one may conclude that it is read-only there as
/// well.
void writersStayWriters() {
  Parsed module(kernel(body));
  if (!specialized("a wrapper that writes the record", module))
    return;
  auto mayWrite = [&](const char *name) {
    Function *function = module.function(name);
    return function && !function->onlyReadsMemory() && !function->hasParamAttribute(0, Attribute::ReadOnly) &&
           !function->hasParamAttribute(0, Attribute::ReadNone) &&
           !function->hasParamAttribute(0, Attribute::NoAlias);
  };
  CHECK(mayWrite("k") && mayWrite("k.block"));
  auto machine = createTargetMachine(hostTarget());
  if (!check(bool(machine), "no target machine")) {
    consumeError(machine.takeError());
    return;
  }
  (*module).setTargetTriple((*machine)->getTargetTriple());
  (*module).setDataLayout((*machine)->createDataLayout());
  optimizeModule(*module, **machine, 225, 1);
  CHECK(module.isValid());
  CHECK(module.function("k") && mayWrite("k"));
  bool storesBegin = false;
  if (Function *function = module.function("k"))
    for (Instruction &instruction : instructions(*function))
      if (auto *store = dyn_cast<StoreInst>(&instruction))
        storesBegin |= store->getPointerOperand() == function->getArg(0);
  CHECK(storesBegin);
}

void secondRunIsRefused() {
  Parsed module(kernel(body));
  if (!specialized("the first of two runs", module))
    return;
  currentCase = "the second of two runs";
  std::string before = module.text();
  Specialization result = run(module);
  check(!result.applied && result.reason == "existing-clone",
        "%s: the reason is '%s', expected 'existing-clone'", currentCase, result.reason.c_str());
  CHECK(module.text() == before);
  refused("a function of the clone's name exists",
          kernel(body) + "define internal void @k.full_packet(ptr %record, i64 %program) {\n  ret void\n}\n",
          "existing-clone");
}

std::string blockOf(const std::string &calls) {
  return "define internal void @k.block(ptr %record, i64 %first, i64 %lanes) {\n"
         "  %active = trunc i64 %lanes to i32\n" +
         calls + "  ret void\n}\n";
}

void emptyRange() {
  const std::string tail = "  call void @k.packet(ptr %record, i64 %first, i32 %active) #1\n";
  refused("a tail alone", body + blockOf(tail) + entry + attributes, "empty-range");
}

void standalonePackets() {
  refused("no call at all", body + blockOf("") + entry + attributes, "standalone-packet");
  refused("a call without a mark",
          body + blockOf("  call void @k.packet(ptr %record, i64 %first, i32 %active)\n") + entry +
              attributes,
          "standalone-packet");
  refused("the body alone in its module", "define void" + body.substr(body.find(" @k.packet")) + attributes,
          "standalone-packet");
  refused("a body that only calls itself", R"(
define void @k.packet(ptr %record, i64 %program, i32 %active_lanes) {
  %fewer = icmp ugt i32 %active_lanes, 1
  br i1 %fewer, label %again, label %done
again:
  call void @k.packet(ptr %record, i64 %program, i32 1)
  br label %done
done:
  ret void
}
)",
          "standalone-packet");
}

/// `switch` on `state` within a loop over the states; `state` is made by `define`, in the loop's header.
std::string stateMachine(const std::string &define, const std::string &state) {
  return "define internal void @k.packet(ptr %record, i64 %program, i32 %active_lanes) {\n"
         "entry:\n  br label %dispatch\n"
         "dispatch:\n  %carried = phi i32 [ 0, %entry ], [ 1, %load ], [ 2, %store ]\n" +
         define + "  switch i32 " + state +
         ", label %done [ i32 0, label %load\n    i32 1, label %store ]\n"
         "load:\n  store i32 %active_lanes, ptr %record\n  br label %dispatch\n"
         "store:\n  store i32 1, ptr %record\n  br label %dispatch\n"
         "done:\n  ret void\n}\n";
}

void stateMachines() {
  refused("states in a register", kernel(stateMachine("", "%carried")), "state-machine");
  refused("states in memory", kernel(stateMachine("  %held = load volatile i32, ptr %record\n", "%held")),
          "state-machine");
  refused("states that are computed", kernel(stateMachine("  %next = xor i32 %carried, 0\n", "%next")),
          "state-machine");
  // A choice that is the same all the time is none, and neither is a switch that nothing comes back to.
  Parsed invariant(kernel(stateMachine("", "%active_lanes")));
  specialized("a switch in a loop by an argument", invariant);
  Parsed once(kernel(R"(
define internal void @k.packet(ptr %record, i64 %program, i32 %active_lanes) {
  %mode = load i32, ptr %record
  switch i32 %mode, label %done [ i32 1, label %store ]
store:
  store i32 %active_lanes, ptr %record
  br label %done
done:
  ret void
}
)"));
  specialized("a switch that is passed once", once);
}

void indirect() {
  refused("the address is stored",
          kernel(body) + "define void @leak(ptr %to) {\n  store ptr @k.packet, ptr %to\n  ret void\n}\n",
          "indirect-call");
  refused("the address is in a global", kernel(body) + "@table = global ptr @k.packet\n", "indirect-call");
  refused("the address is in a constant expression",
          kernel(body) + "@table = global i64 ptrtoint (ptr @k.packet to i64)\n", "indirect-call");
  refused("an alias", kernel(body) + "@other = alias void (ptr, i64, i32), ptr @k.packet\n", "indirect-call");
  refused("the address is an argument",
          kernel(body) + "declare void @take(ptr)\n"
                         "define void @give() {\n  call void @take(ptr @k.packet)\n  ret void\n}\n",
          "indirect-call");
  refused("the body branches indirectly", kernel(R"(
define internal void @k.packet(ptr %record, i64 %program, i32 %active_lanes) {
  %to = load ptr, ptr %record
  indirectbr ptr %to, [label %next]
next:
  ret void
}
)"),
          "indirect-call");
  refused("the body calls through a pointer", kernel(R"(
define internal void @k.packet(ptr %record, i64 %program, i32 %active_lanes) {
  %callee = load ptr, ptr %record
  call void %callee(i32 %active_lanes)
  ret void
}
)"),
          "indirect-call");
}

void otherBodies() {
  refused("a coroutine", kernel(R"(
define internal void @k.packet(ptr %record, i64 %program, i32 %active_lanes) presplitcoroutine {
  ret void
}
)"),
          "coroutine");
  refused("a coroutine without its attribute", kernel(R"(
declare token @llvm.coro.id(i32, ptr, ptr, ptr)
define internal void @k.packet(ptr %record, i64 %program, i32 %active_lanes) {
  %id = call token @llvm.coro.id(i32 0, ptr null, ptr null, ptr null)
  ret void
}
)"),
          "coroutine");
  auto withSignature = [&](const std::string &result, const std::string &parameters, const std::string &calls,
                           const std::string &end) {
    return "define internal " + result + " @k.packet(" + parameters + ") {\n  ret " + end + "\n}\n" +
           blockOf(calls) + entry + attributes;
  };
  refused("no active_lanes",
          withSignature("void", "ptr %record, i64 %program",
                        "  call void @k.packet(ptr %record, i64 %first) #0\n", "void"),
          "signature");
  refused("a 64-bit active_lanes",
          withSignature("void", "ptr %record, i64 %program, i64 %active_lanes",
                        "  call void @k.packet(ptr %record, i64 %first, i64 %lanes) #0\n", "void"),
          "signature");
  refused("a float active_lanes",
          withSignature("void", "ptr %record, i64 %program, float %active_lanes",
                        "  call void @k.packet(ptr %record, i64 %first, float 8.0) #0\n", "void"),
          "signature");
  refused("a body that returns a value",
          withSignature("i32", "ptr %record, i64 %program, i32 %active_lanes",
                        "  %done = call i32 @k.packet(ptr %record, i64 %first, i32 %active) #0\n"
                        "  store i32 %done, ptr %record\n",
                        "i32 %active_lanes"),
          "signature");
  refused("a body with variable arguments",
          withSignature(
              "void", "ptr %record, i64 %program, i32 %active_lanes, ...",
              "  call void (ptr, i64, i32, ...) @k.packet(ptr %record, i64 %first, i32 %active, i32 1) #0\n",
              "void"),
          "signature");
  refused("a call of another type",
          body + blockOf("  call void @k.packet(ptr %record) #0\n") + entry + attributes, "signature");
  refused("a declaration", "declare void @k.packet(ptr, i64, i32)\n" + block + entry + attributes,
          "signature");
}

/// A whole kernel as the generator writes its wrapper, over packets of `width` lanes and blocks of three. The
/// body writes for each of its lanes how many are active and which it is, and adds up the programs in the
/// workspace.
std::string runnable(unsigned width) {
  std::string text = R"(
define internal void @k.packet(ptr noalias readonly align 8 captures(none) %record, i64 %program, i32 %active_lanes) {
entry:
  %workspace.slot = getelementptr i8, ptr %record, i64 16
  %workspace = load ptr, ptr %workspace.slot
  %slot = getelementptr i8, ptr %record, i64 32
  %data = load ptr, ptr %slot
  %row = getelementptr i32, ptr %data, i64 %program
  %high = shl i32 %active_lanes, 8
  br label %lanes
lanes:
  %lane = phi i32 [ 0, %entry ], [ %next, %lanes ]
  %value = add i32 %high, %lane
  %to = getelementptr i32, ptr %row, i32 %lane
  store i32 %value, ptr %to
  %sum = getelementptr i64, ptr %workspace, i32 %lane
  %old = load i64, ptr %sum
  %new = add i64 %old, %program
  store i64 %new, ptr %sum
  %next = add i32 %lane, 1
  %more = icmp ult i32 %next, %active_lanes
  br i1 %more, label %lanes, label %done
done:
  ret void
}
define internal void @k.block(ptr %record, i64 %first, i64 %lanes) {
entry:
  %whole = icmp uge i64 %lanes, BLOCK
  %within = udiv i64 %lanes, WIDTH
  %full = select i1 %whole, i64 3, i64 %within
  %any = icmp ne i64 %full, 0
  br i1 %any, label %packets, label %rest
packets:
  %index = phi i64 [ 0, %entry ], [ %index.next, %packets ]
  %offset = mul i64 %index, WIDTH
  %program = add i64 %first, %offset
  %remaining = sub i64 %lanes, %offset
  %most = call i64 @llvm.umin.i64(i64 WIDTH, i64 %remaining)
  %active = trunc i64 %most to i32
  call void @k.packet(ptr %record, i64 %program, i32 %active) #0
  %index.next = add i64 %index, 1
  %more = icmp ult i64 %index.next, %full
  br i1 %more, label %packets, label %rest
rest:
  %left = urem i64 %lanes, WIDTH
  %some = icmp ne i64 %left, 0
  %ends = xor i1 %whole, true
  %ragged = and i1 %some, %ends
  br i1 %ragged, label %tail, label %done
tail:
  %tail.offset = mul i64 %full, WIDTH
  %tail.program = add i64 %first, %tail.offset
  %tail.active = trunc i64 %left to i32
  call void @k.packet(ptr %record, i64 %tail.program, i32 %tail.active) #1
  br label %done
done:
  ret void
}
define void @k(ptr %record) {
entry:
  %begin = load i64, ptr %record
  %end.slot = getelementptr i8, ptr %record, i64 8
  %end = load i64, ptr %end.slot
  %any = icmp ult i64 %begin, %end
  br i1 %any, label %blocks, label %done
blocks:
  %first = phi i64 [ %begin, %entry ], [ %next, %blocks ]
  %lanes = sub i64 %end, %first
  call void @k.block(ptr %record, i64 %first, i64 %lanes)
  %step = call i64 @llvm.umin.i64(i64 %lanes, i64 BLOCK)
  %next = add i64 %first, %step
  store i64 %next, ptr %record
  %more = icmp ult i64 %next, %end
  br i1 %more, label %blocks, label %done
done:
  ret void
}
)" + attributes;
  auto replaceAll = [&](const std::string &from, const std::string &to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  replaceAll("WIDTH", std::to_string(width));
  replaceAll("BLOCK", std::to_string(3 * width));
  return text;
}

/// Optimizes a module, links it and gives it to `use` as an entry.
void withEntry(const Parsed &module, function_ref<void(KernelEntry)> use) {
  auto reported = [](Error problem) {
    check(false, "%s: %s", currentCase, toString(std::move(problem)).c_str());
  };
  auto machine = createTargetMachine(hostTarget());
  if (!machine)
    return reported(machine.takeError());
  (*module).setTargetTriple((*machine)->getTargetTriple());
  (*module).setDataLayout((*machine)->createDataLayout());
  optimizeModule(*module, **machine, 225, 1);
  SmallVector<char, 0> object;
  raw_svector_ostream os(object);
  legacy::PassManager passes;
  if (!CHECK(!(*machine)->addPassesToEmitFile(passes, os, nullptr, CodeGenFileType::ObjectFile)))
    return;
  passes.run(*module);
  auto linked = linkObject(MemoryBufferRef(StringRef(object.data(), object.size()), "k"));
  if (!linked)
    return reported(linked.takeError());
  auto address = (*linked)->lookup("k");
  if (!address)
    return reported(address.takeError());
  use(reinterpret_cast<KernelEntry>(*address));
}

/// What a launch of [begin, end) leaves behind.
struct Left {
  std::vector<uint32_t> data;
  std::vector<uint64_t> workspace;
  uint64_t begin;

  bool operator==(const Left &other) const {
    return data == other.data && workspace == other.workspace && begin == other.begin;
  }
};

constexpr uint32_t untouched = 0x55555555;

Left launch(KernelEntry entry, unsigned width, uint64_t begin, uint64_t end, size_t programs) {
  Left left{std::vector<uint32_t>(programs, untouched), std::vector<uint64_t>(width + 1, 7), 0};
  struct {
    LaunchRecord record;
    LaunchArgument argument;
  } frame = {{begin, end, left.workspace.data(), 0, 0}, {{left.data.data()}, 1}};
  entry(&frame.record);
  left.begin = frame.record.begin;
  return left;
}

/// The same by the definition: blocks of three packets from `begin` on, the last one cut short.
Left expectedOf(unsigned width, uint64_t begin, uint64_t end, size_t programs) {
  Left left{std::vector<uint32_t>(programs, untouched), std::vector<uint64_t>(width + 1, 7),
            std::max(begin, end)};
  if (begin > end)
    left.begin = begin;
  for (uint64_t program = begin; program < end; program += width) {
    uint64_t active = std::min<uint64_t>(width, end - program);
    for (uint64_t lane = 0; lane < active; ++lane) {
      left.data[program + lane] = uint32_t(active << 8 | lane);
      left.workspace[lane] += program;
    }
  }
  return left;
}

/// The same launches with and without the pass: empty ranges, every lane residue, starts at any program, the
/// last block whole and cut short at every lane, the workspace.
void launches() {
  for (unsigned width : {2, 4, 8, 16})
    for (bool specialize : {false, true}) {
      std::string what =
          "launches at width " + std::to_string(width) + (specialize ? ", specialized" : ", as it was");
      currentCase = what.c_str();
      tile_simd::test::nowRunning("%s", what.c_str());
      Parsed module(runnable(width));
      if (!module || !CHECK(module.isValid()))
        continue;
      if (specialize) {
        Specialization result = run(module, width);
        CHECK(result.applied && result.fullCallSites == 1 && result.tailCallSites == 1);
      }
      withEntry(module, [&](KernelEntry entry) {
        const uint64_t mostBegin = width + 1, mostCount = 7 * width + 1;
        size_t programs = mostBegin + mostCount + width;
        for (uint64_t begin = 0; begin <= mostBegin; ++begin)
          for (uint64_t count = 0; count <= mostCount; ++count)
            check(launch(entry, width, begin, begin + count, programs) ==
                      expectedOf(width, begin, begin + count, programs),
                  "%s: other results for [%lu, %lu)", currentCase, (unsigned long)begin,
                  (unsigned long)(begin + count));
        CHECK(launch(entry, width, 5, 3, programs) == expectedOf(width, 5, 3, programs));
      });
    }
  currentCase = "";
}

} // namespace

int main() {
  tile_simd::test::reportFaults();
  cloneIsTheBody();
  everyWidth();
  budget();
  writersStayWriters();
  secondRunIsRefused();
  emptyRange();
  standalonePackets();
  stateMachines();
  indirect();
  otherBodies();
  launches();
  return tile_simd::test::finish();
}
