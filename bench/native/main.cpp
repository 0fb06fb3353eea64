// kernel_bench: native-entry times of generated kernels beside hand-written ones with the same bits, and
// beside the kernels of others.
//
//   kernel_bench < request.json > events.ndjson
//
// bench/table makes the requests and reads the events; this program measures and verifies, it does not judge.
// One JSON object per line: "machine", "candidate", "missing", "visit", "case". Any wrong output ends it with
// status 1.
#include "case_run.h"

#include "target/cpu.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace tile_simd;
using namespace tile_simd::bench;
namespace json = llvm::json;

namespace {

void emit(json::Object event) {
  llvm::outs() << json::Value(std::move(event)) << "\n"; // one line
  llvm::outs().flush();
}

int fail(const llvm::Twine &what) {
  llvm::errs() << "kernel_bench: " << what << "\n";
  return 1;
}

TimingOptions readTiming(const json::Object &request) {
  TimingOptions timing;
  timing.samples = unsigned(std::max<int64_t>(1, request.getInteger("samples").value_or(timing.samples)));
  timing.sampleMs = request.getNumber("sampleMs").value_or(timing.sampleMs);
  timing.warmMs = request.getNumber("warmMs").value_or(timing.warmMs);
  timing.waitMs = request.getNumber("waitMs").value_or(timing.waitMs);
  return timing;
}

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
  if (!llvm::is_contained(hostCpu().levels, "x86-64-v3"))
    return fail("the hand-written code and the probes need x86-64-v3 (AVX2 and FMA); this CPU lacks it");
#endif

  const auto rounds = unsigned(std::max<int64_t>(1, request->getInteger("rounds").value_or(1)));
  emit(json::Object{{"event", "machine"},
                    {"cpu", hostCpu().name},
                    {"levels", json::Array(hostCpu().levels)},
                    {"llvm", llvmVersion()},
                    {"core", replay::pinToCore(int(request->getInteger("core").value_or(-1)))}});

  Timer timer(readTiming(*request));
  for (size_t i = 0; i < cases->size(); ++i) {
    const json::Object *one = (*cases)[i].getAsObject();
    if (!one)
      return fail("a case is no object");
    const std::string op = one->getString("op").value_or("").str();
    const OperatorSpec *spec = findOperator(op);
    const int64_t rows = one->getInteger("rows").value_or(0),
                  columns = one->getInteger("columns").value_or(0);
    if (!spec || rows < 1 || columns < 1)
      return fail("a case needs op, rows and columns; there is no operator '" + op + "' or no element");
    CaseRun run(int64_t(i), *spec, uint64_t(rows), uint64_t(columns),
                float(one->getNumber("eps").value_or(1e-5)), emit);
    if (auto problem = run.run(*one, timer, rounds))
      return fail(op + " " + llvm::Twine(rows) + "x" + llvm::Twine(columns) + ", " + *problem);
  }
  return 0;
}
