// Something that is timed, behind one call: generated code, hand-written code, a rival's kernel, the stream
// limit.
//
// What a call needs is set up here, outside of any timer; `run` is what a native caller does.
#pragma once

#include "case.h"
#include "hand.h"
#include "jit/kernel.h"

#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <vector>

namespace tile_simd::bench {

class Candidate {
public:
  /// What it is measured for, as the events name it.
  enum class Kind : uint8_t { Generated, Hand, Fused, Rival, Stream };

  Candidate(Kind kind, std::string label) : kind_(kind), label_(std::move(label)) {}
  virtual ~Candidate() = default;

  Kind kind() const { return kind_; }
  const std::string &label() const { return label_; }
  /// Whether its output must have the bits of generated code.
  bool hasSameBits() const { return kind_ == Kind::Generated || kind_ == Kind::Hand; }
  /// Whether its output must be right at all.
  bool isVerified() const { return kind_ != Kind::Stream; }
  /// Null for what we did not compile.
  virtual const Kernel *kernel() const { return nullptr; }

  virtual void run() = 0;

private:
  Kind kind_;
  std::string label_;
};

using CandidatePointer = std::unique_ptr<Candidate>;

/// `flat`: the kernel for every length, over all elements as one run. `inCache`: the most programs whose
/// outputs stay in a cache, for the launch's phase.
llvm::Expected<CandidatePointer> makeGenerated(Case &shape, std::string label, llvm::StringRef request,
                                               bool flat, uint64_t inCache);

/// The hand-written kernels for this operator and column count that need exactly `isa` ("x86-64-v3",
/// "x86-64-v4"), those with fused multiply-adds last. Nothing where this CPU lacks it.
std::vector<CandidatePointer> makeHandWritten(Case &shape, const std::string &isa);

/// Reading and writing as many bytes as the operator: through the cache and past it. Nothing below x86-64-v4.
std::vector<CandidatePointer> makeStreams(Case &shape, const std::string &isa);

} // namespace tile_simd::bench
