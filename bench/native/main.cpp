// norm_bench: native-entry times of generated norm kernels beside hand-written ones with the same bits.
//
//   norm_bench < requests.json > events.ndjson
//
// bench/native.mjs makes the requests and reads the events; this program measures and verifies, it does not
// judge. One JSON object per line: "machine", "candidate", "visit", "case". Any wrong output ends it with
// status 1.
#include "timing.h"

#include "target/cpu.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <optional>

using namespace tile_simd;
using namespace tile_simd::bench;
namespace json = llvm::json;

namespace {

void emit(json::Object event) {
  llvm::outs() << json::Value(std::move(event)) << "\n"; // one line
  llvm::outs().flush();
}

int fail(const llvm::Twine &what) {
  llvm::errs() << "norm_bench: " << what << "\n";
  return 1;
}

json::Object toJson(const Probe &probe) { return json::Object{{"scalar", probe.scalar}, {"fma", probe.fma}}; }

/// One case of the request: candidates, initial verification, rounds.
class CaseRun {
public:
  CaseRun(unsigned number, Op op, uint64_t rows, uint64_t columns, float eps)
      : number_(number), shape_(op, rows, columns, eps) {}

  /// Nothing, or what is wrong.
  std::optional<std::string> run(const json::Object &request, Timer &timer, unsigned rounds) {
    if (auto problem = prepare(request))
      return problem;
    for (Data data : {Data::Extreme, Data::Ordinary}) {
      shape_.fill(data);
      for (size_t i = 0; i < candidates_.size(); ++i) {
        shape_.clearOutput();
        candidates_[i].run();
        if (i == 0)
          shape_.expectOutput();
        if (auto problem = verify(candidates_[i]))
          return problem;
      }
    }
    for (unsigned round = 0; round < rounds; ++round)
      if (auto problem = runRound(timer, round))
        return problem;
    emit(
        json::Object{{"event", "case"}, {"case", int64_t(number_)}, {"largestError", shape_.largestError()}});
    return std::nullopt;
  }

private:
  std::optional<std::string> prepare(const json::Object &request) {
    for (const HandKernel *kernel : handKernels(shape_, request.getString("isa").value_or("").str()))
      candidates_.push_back(Candidate::hand(shape_, *kernel));
    hasYardstick_ = !candidates_.empty();
    const json::Array *generated = request.getArray("generated");
    if (!generated)
      return "a case without the array 'generated'";
    for (const json::Value &value : *generated) {
      const json::Object *object = value.getAsObject();
      if (!object)
        return "a generated candidate is no object";
      auto label = object->getString("label"), text = object->getString("request");
      if (!label || !text)
        return "a generated candidate needs a label and a request";
      auto candidate = Candidate::generated(shape_, label->str(), *text);
      if (!candidate)
        return label->str() + ": " + llvm::toString(candidate.takeError());
      candidates_.push_back(std::move(*candidate));
    }
    if (candidates_.empty())
      return "a case without candidates";
    for (size_t i = 0; i < candidates_.size(); ++i) {
      const Candidate &candidate = candidates_[i];
      json::Object event{{"event", "candidate"},
                         {"case", int64_t(number_)},
                         {"candidate", int64_t(i)},
                         {"label", candidate.label()},
                         {"hand", candidate.isHand()}};
      if (const Kernel *kernel = candidate.kernel())
        if (auto info = json::parse(kernel->infoJson()))
          event["info"] = std::move(*info);
      emit(std::move(event));
    }
    return std::nullopt;
  }

  std::optional<std::string> verify(const Candidate &candidate) const {
    for (const std::string &problem : {shape_.checkBits(), shape_.checkOracle()})
      if (!problem.empty())
        return candidate.label() + ": " + problem;
    return std::nullopt;
  }

  /// Order: rotated from round to round, and every second round backwards.
  std::optional<std::string> runRound(Timer &timer, unsigned round) {
    const size_t count = candidates_.size();
    std::vector<size_t> order(count);
    for (size_t i = 0; i < count; ++i)
      order[i] = (i + round * (count / 2 + 1)) % count;
    if (round % 2 == 1)
      std::reverse(order.begin(), order.end());
    for (size_t index : order) {
      Candidate &candidate = candidates_[index];
      shape_.clearOutput();
      Visit visit = timer.visit(candidate, hasYardstick_ ? &candidates_[0] : nullptr);
      // The last to write was the yardstick or the candidate; one more call makes it the candidate.
      shape_.clearOutput();
      candidate.run();
      if (auto problem = verify(candidate))
        return problem;
      emit(json::Object{{"event", "visit"},
                        {"case", int64_t(number_)},
                        {"candidate", int64_t(index)},
                        {"round", int64_t(round)},
                        {"samples", json::Array(visit.samples)},
                        {"yardstick", json::Array(visit.yardstick)},
                        {"before", toJson(visit.before)},
                        {"after", toJson(visit.after)},
                        {"waitedMs", visit.waitedMs},
                        {"onCpu", visit.onCpu}});
    }
    return std::nullopt;
  }

  unsigned number_;
  Case shape_;
  std::vector<Candidate> candidates_; // the yardstick first, if there is one
  bool hasYardstick_ = false;
};

} // namespace

int main() {
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!input)
    return fail("stdin: " + input.getError().message());
  auto parsed = json::parse((*input)->getBuffer());
  if (!parsed)
    return fail("stdin is not JSON: " + llvm::toString(parsed.takeError()));
  const json::Object *request = parsed->getAsObject();
  const json::Array *cases = request ? request->getArray("cases") : nullptr;
  if (!cases)
    return fail("expected an object with cases");
#if defined(__x86_64__)
  if (std::find(hostCpu().levels.begin(), hostCpu().levels.end(), "x86-64-v3") == hostCpu().levels.end())
    return fail("the hand-written code and the probes need x86-64-v3 (AVX2 and FMA); this CPU lacks it");
#endif

  TimingOptions timing;
  timing.samples = unsigned(std::max<int64_t>(1, request->getInteger("samples").value_or(timing.samples)));
  timing.sampleMs = request->getNumber("sampleMs").value_or(timing.sampleMs);
  timing.warmMs = request->getNumber("warmMs").value_or(timing.warmMs);
  timing.waitMs = request->getNumber("waitMs").value_or(timing.waitMs);
  const auto rounds = unsigned(std::max<int64_t>(1, request->getInteger("rounds").value_or(1)));
  emit(json::Object{{"event", "machine"},
                    {"cpu", hostCpu().name},
                    {"levels", json::Array(hostCpu().levels)},
                    {"llvm", llvmVersion()},
                    {"core", pinToCore(int(request->getInteger("core").value_or(-1)))}});

  Timer timer(timing);
  for (size_t i = 0; i < cases->size(); ++i) {
    const json::Object *one = (*cases)[i].getAsObject();
    if (!one)
      return fail("a case is no object");
    const llvm::StringRef op = one->getString("op").value_or("");
    const int64_t rows = one->getInteger("rows").value_or(0),
                  columns = one->getInteger("columns").value_or(0);
    if ((op != "rms_norm" && op != "layer_norm") || rows < 1 || columns < 1)
      return fail("a case needs op (rms_norm or layer_norm), rows and columns");
    CaseRun run(unsigned(i), op == "rms_norm" ? Op::RmsNorm : Op::LayerNorm, uint64_t(rows),
                uint64_t(columns), float(one->getNumber("eps").value_or(1e-5)));
    if (auto problem = run.run(*one, timer, rounds))
      return fail(op + " " + llvm::Twine(rows) + "x" + llvm::Twine(columns) + ", " + *problem);
  }
  return 0;
}
