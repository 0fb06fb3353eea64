// study_runner: times and traces captured kernels beside those of others, in C++ alone.
//
//   study_runner < request > events.ndjson
//   study_runner --hand                         the hand-written kernels that it has
//   study_runner --limits SAMPLE_MS             what one thread of this machine does at best
//
// lib/study makes the requests (contest.h) and reads the events: "machine", "contender", "missing", "visit",
// "trace", "output", one JSON object per line. This program measures and compares with what it was given as
// right; it does not judge. A contender that cannot be set up is "missing" and its visits do not happen.
#include "replay/contest.h"
#include "replay/limits.h"
#include "replay/thread_state.h"
#include "replay/trace.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <set>

using namespace tile_simd::replay;

namespace {

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return result + '"';
}

template <typename Items, typename Text> std::string list(const Items &items, Text text) {
  std::string result;
  for (const auto &item : items)
    result += (result.empty() ? "" : ",") + text(item);
  return "[" + result + "]";
}

int fail(const std::string &what) {
  std::cerr << "study_runner: " << what << "\n";
  return 1;
}

/// Shared libraries in this process: what the timed code may come to, and the loader's own.
std::set<std::string> loadedLibraries() {
  std::set<std::string> libraries;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const size_t slash = line.find('/');
    if (slash != std::string::npos && line.find(".so", slash) != std::string::npos)
      libraries.insert(line.substr(slash));
  }
  return libraries;
}

/// Whether this CPU and system have what the AVX-512 code of bench/hand uses.
bool hasAvx512Registers() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
#else
  return false;
#endif
}

std::string toJson(const Interference &probe) {
  char text[80];
  std::snprintf(text, sizeof(text), R"({"scalar":%.3f,"fma":%.3f})", probe.scalar, probe.fma);
  return text;
}

void printVisit(bool isMeasured, size_t round, size_t position, const std::string &label,
                const Visit &visit) {
  char error[40];
  std::snprintf(error, sizeof(error), "%.6g",
                visit.check.largestError <= 1e300 ? visit.check.largestError : 1e300);
  std::cout << R"({"event":"visit","phase":)" << (isMeasured ? R"("measured")" : R"("preflight")")
            << R"(,"round":)" << round << R"(,"position":)" << position << R"(,"label":)" << quoted(label)
            << R"(,"startNs":)" << visit.startNs << R"(,"warmCalls":)" << visit.warmCalls << R"(,"calls":)"
            << visit.calls << R"(,"samples":)"
            << list(visit.samples,
                    [](const Sample &sample) {
                      return R"({"threadNs":)" + std::to_string(sample.threadNs) + R"(,"wallNs":)" +
                             std::to_string(sample.wallNs) + "}";
                    })
            << R"(,"before":)" << toJson(visit.before) << R"(,"after":)" << toJson(visit.after)
            << R"(,"output":)" << visit.check.output << R"(,"wrong":)" << visit.check.wrong
            << R"(,"largestError":)" << error << R"(,"guardsIntact":)"
            << (visit.check.guardsIntact ? "true" : "false") << R"(,"inputsIntact":)"
            << (visit.check.inputsIntact ? "true" : "false") << "}" << std::endl;
}

Contender *find(const Contest &contest, const std::string &label) {
  for (const auto &contender : contest.contenders)
    if (contender->label() == label)
      return contender.get();
  return nullptr;
}

/// Sets up every contender; those that cannot be are dropped.
void prepare(Contest &contest) {
  auto &contenders = contest.contenders;
  for (auto at = contenders.begin(); at != contenders.end();) {
    const std::string label = quoted((*at)->label());
    if (Problem problem = (*at)->prepare(contest.buffers)) {
      std::cout << R"({"event":"missing","label":)" << label << R"(,"reason":)" << quoted(*problem) << "}\n";
      at = contenders.erase(at);
      continue;
    }
    const ElfObject *object = (*at)->object();
    std::cout << R"({"event":"contender","label":)" << label << R"(,"imports":)"
              << list(object ? object->imports() : std::vector<std::string>(), quoted) << "}\n";
    ++at;
  }
}

std::string hexadecimal(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "\"0x%llx\"", static_cast<unsigned long long>(value));
  return text;
}

std::string rangeText(const Buffers::Range &range) {
  return R"({"name":)" + quoted(range.name) + R"(,"start":)" + hexadecimal(range.start) + R"(,"bytes":)" +
         std::to_string(range.bytes) + "}";
}

Problem traceAll(Contest &contest) {
  for (const std::string &label : contest.traces) {
    Contender *contender = find(contest, label);
    if (!contender)
      continue;
    TraceResult trace;
    if (Problem problem = traceLaunch(*contender, trace))
      return label + ": " + *problem;
    const auto &sections = contender->object()->sections();
    std::cout << R"({"event":"trace","label":)" << quoted(label) << R"(,"outside":)" << trace.outside
              << R"(,"buffers":)" << list(contest.buffers.ranges(), rangeText) << R"(,"workspace":)"
              << hexadecimal(reinterpret_cast<uint64_t>(contender->workspace())) << R"(,"places":)"
              << list(trace.places,
                      [&](const TraceResult::Place &place) {
                        return "[" + quoted(sections[place.section].name) + "," +
                               std::to_string(place.offset) + "," + std::to_string(place.count) + "," +
                               list(place.registers, hexadecimal) + "]";
                      })
              << "}" << std::endl;
  }
  return std::nullopt;
}

void visitAll(Contest &contest) {
  size_t measured = 0, preflight = 0;
  for (const Round &round : contest.rounds) {
    const size_t number = round.isMeasured ? measured++ : preflight++;
    const TimingOptions &timing = round.isMeasured ? contest.timing : contest.preflight;
    size_t position = 0;
    for (const std::string &label : round.labels)
      if (Contender *contender = find(contest, label))
        printVisit(round.isMeasured, number, position++, label, visit(*contender, contest.buffers, timing));
  }
}

Problem writeOutputs(const Contest &contest) {
  const auto &outputs = contest.buffers.outputs();
  for (size_t i = 0; i < outputs.size(); ++i) {
    const std::string path = contest.outputsFolder + "/output-" + std::to_string(i) + ".f32";
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(outputs[i].data()),
               std::streamsize(outputs[i].size() * sizeof(float)));
    if (!file.flush())
      return path + " cannot be written";
    std::cout << R"({"event":"output","number":)" << i << R"(,"file":)" << quoted(path) << "}\n";
  }
  return std::nullopt;
}

/// The hand-written kernels in this program, best for what they say they need.
void printHandForms() {
  std::cout << list(handForms(), [](const HandForm &form) {
    return R"({"op":)" + quoted(form.op) + R"(,"columns":)" + std::to_string(form.columns) + R"(,"isa":)" +
           quoted(form.isa) + R"(,"form":)" + quoted(form.form) + "}";
  }) << "\n";
}

void printLimits(double sampleMs) {
  pinToCore(-1);
  const bool hasAvx512 = hasAvx512Registers();
  auto rate = [](double value) { return std::to_string(value); };
  std::cout << R"({"bandwidth":)"
            << list(measureBandwidth(hasAvx512, sampleMs),
                    [&](const Bandwidth &one) {
                      return R"({"bytes":)" + std::to_string(one.bytes) + R"(,"kind":)" +
                             (one.isStreaming ? R"("streaming")" : R"("cached")") + R"(,"samples":)" +
                             list(one.bytesPerNs, rate) + "}";
                    })
            << R"(,"arithmetic":)"
            << list(measureArithmetic(hasAvx512, sampleMs),
                    [&](const Arithmetic &one) {
                      return R"({"level":)" + quoted(one.level) + R"(,"samples":)" +
                             list(one.operationsPerNs, rate) + "}";
                    })
            << "}\n";
}

} // namespace

int main(int argc, char **argv) {
  if (argc > 1 && argv[1] == std::string("--hand")) {
    printHandForms();
    return 0;
  }
  if (argc > 2 && argv[1] == std::string("--limits")) {
    printLimits(std::atof(argv[2]));
    return 0;
  }
  Contest contest;
  if (Problem problem = readContest(std::cin, contest))
    return fail(*problem);
  const int core = pinToCore(contest.core);
  prepare(contest);
  std::cout << R"({"event":"machine","core":)" << core << R"(,"libraries":)"
            << list(loadedLibraries(), quoted) << "}" << std::endl;
  if (Problem problem = traceAll(contest))
    return fail(*problem);
  visitAll(contest);
  if (Problem problem = writeOutputs(contest))
    return fail(*problem);
  return 0;
}
