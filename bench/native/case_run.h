// One case from its request to its last visit.
#pragma once

#include "rival.h"
#include "timing.h"

#include "llvm/Support/JSON.h"

#include <functional>
#include <optional>

namespace tile_simd::bench {

using Emit = std::function<void(llvm::json::Object event)>;
/// Nothing, or what is wrong.
using Problem = std::optional<std::string>;

/// `number` is the case's place in the request; every event says it.
class CaseRun {
public:
  CaseRun(int64_t number, const OperatorSpec &spec, uint64_t rows, uint64_t columns, float eps, Emit emit);

  Problem run(const llvm::json::Object &request, Timer &timer, unsigned rounds);

private:
  Problem prepare(const llvm::json::Object &request);
  Problem addGenerated(const llvm::json::Array &generated);
  void addHandWritten(const llvm::json::Object &request);
  void addRivals(const llvm::json::Object &request);
  void announce();
  Problem verifyAll();
  Problem verify(const Candidate &candidate) const;
  Problem runRound(Timer &timer, unsigned round);
  void emit(const char *name, llvm::json::Object event);

  int64_t number_;
  Case shape_;
  Emit emit_;
  std::vector<CandidatePointer> candidates_; // those of the same bits first
  Candidate *pivot_ = nullptr;
};

} // namespace tile_simd::bench
