#include "replay/contest.h"

#include <cstring>
#include <sstream>

namespace tile_simd::replay {
namespace {

constexpr const char *format = "tile-simd/replay@1";

/// The rest of a line behind its single spaces; the last field may have spaces of its own.
std::string rest(std::istringstream &line) {
  std::string text;
  std::getline(line >> std::ws, text);
  return text;
}

class Reader {
public:
  explicit Reader(Contest &contest) : contest_(contest) {}

  Problem read(const std::string &text) {
    std::istringstream line(text);
    std::string keyword;
    line >> keyword;
    for (const Rule &rule : rules)
      if (keyword == rule.keyword) {
        Problem problem = (this->*rule.read)(line);
        if (!problem && line.fail())
          problem = "a field is missing, or no number";
        return problem;
      }
    return "there is no '" + keyword + "'";
  }

  bool isComplete() const { return hasFormat_ && contest_.buffers.outputElements() > 0; }
  /// The output of oneDNN is the last buffer that was named.
  void finish() {
    if (oneDnn_ && !lastBuffer_.empty())
      oneDnn_->setOutput(lastBuffer_);
  }

private:
  using Line = std::istringstream;
  struct Rule {
    const char *keyword;
    Problem (Reader::*read)(Line &);
  };
  static const Rule rules[16];

  template <typename T, typename... Arguments> T *add(Arguments &&...arguments) {
    finish();
    record_ = nullptr;
    pointers_ = nullptr;
    oneDnn_ = nullptr;
    lastBuffer_.clear();
    auto made = std::make_unique<T>(std::forward<Arguments>(arguments)...);
    T *contender = made.get();
    contest_.contenders.push_back(std::move(made));
    return contender;
  }

  Problem readFormat(Line &line) {
    hasFormat_ = rest(line) == format;
    return hasFormat_ ? Problem() : Problem(std::string("expected ") + format);
  }
  Problem readCore(Line &line) {
    line >> contest_.core;
    return std::nullopt;
  }
  Problem readTiming(Line &line) { return readOptions(line, contest_.timing); }
  Problem readPreflight(Line &line) { return readOptions(line, contest_.preflight); }
  static Problem readOptions(Line &line, TimingOptions &timing) {
    line >> timing.warmMs >> timing.samples >> timing.sampleMs;
    return std::nullopt;
  }
  Problem readInput(Line &line) {
    std::string name;
    uint64_t elements = 0;
    line >> name >> elements;
    return contest_.buffers.addInput(name, elements, rest(line));
  }
  Problem readOutput(Line &line) {
    std::string name;
    uint64_t elements = 0;
    line >> name >> elements;
    return contest_.buffers.addOutput(name, elements, rest(line));
  }
  Problem readOutputs(Line &line) {
    contest_.outputsFolder = rest(line);
    return std::nullopt;
  }
  Problem readCaptured(Line &line) {
    std::string label, entry;
    uint64_t programs = 0, workspace = 0;
    line >> label >> programs >> workspace >> entry;
    record_ = add<CapturedContender>(label, rest(line), entry, programs, workspace);
    return std::nullopt;
  }
  Problem readHand(Line &line) {
    std::string label, op;
    unsigned columns = 0;
    uint64_t programs = 0;
    line >> label >> op >> columns >> programs;
    record_ = add<HandContender>(label, op, columns, programs, rest(line));
    return std::nullopt;
  }
  Problem readPointers(Line &line) {
    std::string label;
    line >> label;
    pointers_ = add<PointerContender>(label);
    return std::nullopt;
  }
  Problem readOneDnn(Line &line) {
    std::string label, op;
    int64_t rows = 0, columns = 0;
    uint32_t bits = 0;
    line >> label >> op >> rows >> columns >> bits;
    float eps;
    std::memcpy(&eps, &bits, sizeof(eps));
    oneDnn_ = add<OneDnnContender>(label, rest(line), op, rows, columns, eps);
    return std::nullopt;
  }
  Problem readBuffer(Line &line) {
    RecordArgument argument;
    line >> argument.buffer >> argument.rowStride;
    if (oneDnn_) {
      if (!lastBuffer_.empty())
        oneDnn_->addInput(lastBuffer_);
      lastBuffer_ = argument.buffer;
      return std::nullopt;
    }
    if (!record_)
      return "an argument of no contender";
    record_->addArgument(std::move(argument));
    return std::nullopt;
  }
  Problem readScalar(Line &line) {
    RecordArgument argument;
    line >> argument.bits;
    if (!record_)
      return "an argument of no contender";
    record_->addArgument(std::move(argument));
    return std::nullopt;
  }
  Problem readPointerPart(Line &line) {
    std::string what;
    line >> what;
    if (!pointers_)
      return "a part of no contender";
    if (what == "need") {
      pointers_->addNeed(rest(line));
    } else if (what == "call") {
      pointers_->addCall(rest(line));
    } else if (what == "allocate") {
      size_t bytes = 0;
      line >> bytes;
      pointers_->addScratch(bytes);
    } else {
      PointerArgument argument;
      if (what == "buffer")
        line >> argument.buffer >> argument.offset;
      else if (what == "scratch")
        line >> argument.scratch >> argument.offset;
      else
        return "there is no 'at " + what + "'";
      if (!pointers_->addArgument(std::move(argument)))
        return "an argument of no call";
    }
    return std::nullopt;
  }
  Problem readRound(Line &line) {
    std::string phase;
    line >> phase;
    if (phase != "preflight" && phase != "measured")
      return "a round is preflight or measured";
    Round round{phase == "measured", {}};
    for (std::string label; line >> label;)
      round.labels.push_back(label);
    line.clear();
    contest_.rounds.push_back(std::move(round));
    return std::nullopt;
  }
  Problem readTrace(Line &line) {
    std::string label;
    line >> label;
    contest_.traces.push_back(label);
    return std::nullopt;
  }

  Contest &contest_;
  bool hasFormat_ = false;
  RecordContender *record_ = nullptr; // the contender whose arguments are being read
  PointerContender *pointers_ = nullptr;
  OneDnnContender *oneDnn_ = nullptr;
  std::string lastBuffer_;
};

const Reader::Rule Reader::rules[16] = {
    {"format", &Reader::readFormat},   {"core", &Reader::readCore},
    {"timing", &Reader::readTiming},   {"preflight", &Reader::readPreflight},
    {"input", &Reader::readInput},     {"output", &Reader::readOutput},
    {"outputs", &Reader::readOutputs}, {"captured", &Reader::readCaptured},
    {"hand", &Reader::readHand},       {"pointers", &Reader::readPointers},
    {"onednn", &Reader::readOneDnn},   {"buffer", &Reader::readBuffer},
    {"scalar", &Reader::readScalar},   {"at", &Reader::readPointerPart},
    {"round", &Reader::readRound},     {"trace", &Reader::readTrace},
};

} // namespace

Problem readContest(std::istream &stream, Contest &contest) {
  Reader reader(contest);
  unsigned number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (line.empty())
      continue;
    if (Problem problem = reader.read(line))
      return "line " + std::to_string(number) + ": " + *problem;
  }
  reader.finish();
  return reader.isComplete() ? Problem() : Problem("a request needs its format and an output");
}

} // namespace tile_simd::replay
