#include "case_run.h"

#include "llvm/Support/Error.h"

#include <algorithm>

namespace tile_simd::bench {

namespace json = llvm::json;

namespace {

const char *nameOf(Candidate::Kind kind) {
  switch (kind) {
  case Candidate::Kind::Generated: return "generated";
  case Candidate::Kind::Hand: return "hand";
  case Candidate::Kind::Fused: return "fused";
  case Candidate::Kind::Rival: return "rival";
  case Candidate::Kind::Stream: return "stream";
  }
  return "";
}

json::Object toJson(const Interference &probe) {
  return json::Object{{"scalar", probe.scalar}, {"fma", probe.fma}};
}

} // namespace

CaseRun::CaseRun(int64_t number, const OperatorSpec &spec, uint64_t rows, uint64_t columns, float eps,
                 Emit emit)
    : number_(number), shape_(spec, rows, columns, eps), emit_(std::move(emit)) {}

void CaseRun::emit(const char *name, json::Object event) {
  event["event"] = name;
  event["case"] = number_;
  emit_(std::move(event));
}

Problem CaseRun::run(const json::Object &request, Timer &timer, unsigned rounds) {
  if (auto problem = prepare(request))
    return problem;
  announce();
  if (auto problem = verifyAll())
    return problem;
  for (unsigned round = 0; round < rounds; ++round)
    if (auto problem = runRound(timer, round))
      return problem;
  emit("case", json::Object{{"largestError", shape_.largestError()}});
  return std::nullopt;
}

Problem CaseRun::prepare(const json::Object &request) {
  addHandWritten(request);
  const json::Array *generated = request.getArray("generated");
  if (!generated)
    return "a case without the array 'generated'";
  if (auto problem = addGenerated(*generated))
    return problem;
  addRivals(request);
  const std::string pivot = request.getString("pivot").value_or("").str();
  for (const CandidatePointer &candidate : candidates_)
    if (candidate->label() == pivot)
      pivot_ = candidate.get();
  if (!pivot_)
    return "there is no candidate '" + pivot + "' to be the pivot";
  return std::nullopt;
}

Problem CaseRun::addGenerated(const json::Array &generated) {
  for (const json::Value &value : generated) {
    const json::Object *object = value.getAsObject();
    auto label = object ? object->getString("label") : std::nullopt;
    auto text = object ? object->getString("request") : std::nullopt;
    if (!label || !text)
      return "a generated candidate needs a label and a request";
    const bool flat = object->getBoolean("flat").value_or(false);
    const auto inCache = object->getInteger("inCache");
    if (!inCache || *inCache < 0)
      return label->str() + ": how many programs stay in a cache is not given";
    auto candidate = makeGenerated(shape_, label->str(), *text, flat, uint64_t(*inCache));
    if (!candidate)
      return label->str() + ": " + llvm::toString(candidate.takeError());
    candidates_.push_back(std::move(*candidate));
  }
  return std::nullopt;
}

/// All forms, or those that `hand` names.
void CaseRun::addHandWritten(const json::Object &request) {
  const json::Array *wanted = request.getArray("hand");
  for (CandidatePointer &candidate : makeHandWritten(shape_, request.getString("isa").value_or("").str()))
    if (!wanted || llvm::is_contained(*wanted, json::Value(candidate->label())))
      candidates_.push_back(std::move(candidate));
}

/// A rival that is not to be had is an event of its own, and no reason to stop.
void CaseRun::addRivals(const json::Object &request) {
  auto add = [&](llvm::Expected<CandidatePointer> rival, const char *label) {
    if (!rival)
      emit("missing", json::Object{{"label", label}, {"reason", llvm::toString(rival.takeError())}});
    else if (*rival)
      candidates_.push_back(std::move(*rival));
  };
  if (const json::Object *inductor = request.getObject("inductor"))
    add(makeInductor(shape_, *inductor), "TorchInductor");
  if (auto library = request.getString("onednn"))
    add(makeOneDnn(shape_, library->str()), "oneDNN");
  if (request.getBoolean("streams").value_or(false))
    for (CandidatePointer &stream : makeStreams(shape_, request.getString("isa").value_or("").str()))
      candidates_.push_back(std::move(stream));
}

void CaseRun::announce() {
  for (size_t i = 0; i < candidates_.size(); ++i) {
    const Candidate &candidate = *candidates_[i];
    json::Object event{{"candidate", int64_t(i)},
                       {"label", candidate.label()},
                       {"kind", nameOf(candidate.kind())},
                       {"pivot", &candidate == pivot_}};
    if (const Kernel *kernel = candidate.kernel())
      if (auto info = json::parse(kernel->infoJson()))
        event["info"] = std::move(*info);
    emit("candidate", std::move(event));
  }
}

/// Everything once on ordinary rows, and what has our bits on rows that f32 cannot be trusted with as well.
Problem CaseRun::verifyAll() {
  for (Data data : {Data::Extreme, Data::Ordinary}) {
    shape_.fill(data);
    bool hasReference = false;
    for (const CandidatePointer &candidate : candidates_) {
      if (!candidate->isVerified() || (data == Data::Extreme && !candidate->hasSameBits()))
        continue;
      shape_.clearOutput();
      candidate->run();
      if (candidate->hasSameBits() && !hasReference) {
        shape_.expectOutput();
        hasReference = true;
      }
      if (auto problem = verify(*candidate))
        return problem;
    }
  }
  return std::nullopt;
}

Problem CaseRun::verify(const Candidate &candidate) const {
  const std::string bits = candidate.hasSameBits() ? shape_.checkBits() : std::string();
  for (const std::string &problem : {bits, shape_.checkOracle(candidate.hasSameBits())})
    if (!problem.empty())
      return candidate.label() + ": " + problem;
  return std::nullopt;
}

/// Order: rotated from round to round, and every second round backwards.
Problem CaseRun::runRound(Timer &timer, unsigned round) {
  const size_t count = candidates_.size();
  std::vector<size_t> order(count);
  for (size_t i = 0; i < count; ++i)
    order[i] = (i + round * (count / 2 + 1)) % count;
  if (round % 2 == 1)
    std::reverse(order.begin(), order.end());
  for (size_t index : order) {
    Candidate &candidate = *candidates_[index];
    Visit visit = timer.visit(candidate, *pivot_);
    // The last to write was the pivot or the candidate; one more call makes it the candidate.
    if (candidate.isVerified()) {
      shape_.clearOutput();
      candidate.run();
      if (auto problem = verify(candidate))
        return problem;
    }
    emit("visit", json::Object{{"candidate", int64_t(index)},
                               {"round", int64_t(round)},
                               {"samples", json::Array(visit.samples)},
                               {"pivot", json::Array(visit.pivot)},
                               {"before", toJson(visit.before)},
                               {"after", toJson(visit.after)},
                               {"waitedMs", visit.waitedMs},
                               {"onCpu", visit.onCpu}});
  }
  return std::nullopt;
}

} // namespace tile_simd::bench
