#include "jit/stack_frame.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"

namespace tile_simd {

using namespace llvm;

static constexpr char analysis[] = "stack-frame-layout";
static constexpr uint64_t smallestVector = 16;

bool StackFrames::isAnalysisRemarkEnabled(StringRef pass) const { return pass == analysis; }

// The message has a line per slot: "Offset: [SP-56], Type: Spill, Align: 8, Size: 8".
bool StackFrames::handleDiagnostics(const DiagnosticInfo &info) {
  const auto *remark = dyn_cast<DiagnosticInfoMIROptimization>(&info);
  if (!remark || remark->getPassName() != analysis)
    return false;
  StackFrame &frame = frames_[remark->getFunction().getName().str()];
  std::string message = remark->getMsg();
  SmallVector<StringRef, 16> lines;
  StringRef(message).split(lines, '\n');
  for (StringRef line : lines) {
    uint64_t size = 0;
    auto [before, after] = line.split("Size: ");
    if (after.take_while([](char c) { return isDigit(c); }).getAsInteger(10, size))
      continue;
    bool isSpill = before.contains("Type: Spill");
    if (!isSpill) {
      frame.variableBytes += size;
    } else if (size >= smallestVector) {
      ++frame.vectorSpills;
      frame.vectorSpillBytes += size;
    } else {
      frame.scalarSpillBytes += size;
    }
  }
  return true;
}

json::Object StackFrames::toJson() const {
  json::Object frames;
  for (const auto &[name, frame] : frames_)
    frames[name] = json::Object{{"vectorSpills", frame.vectorSpills},
                                {"vectorSpillBytes", int64_t(frame.vectorSpillBytes)},
                                {"scalarSpillBytes", int64_t(frame.scalarSpillBytes)},
                                {"variableBytes", int64_t(frame.variableBytes)}};
  return frames;
}

} // namespace tile_simd
