// A contest as its request describes it, line by line (docs/study.md): buffers, contenders, and the rounds in
// which they are visited.
//
//   format tile-simd/replay@1
//   core N
//   timing WARM_MS SAMPLES SAMPLE_MS              preflight WARM_MS SAMPLES SAMPLE_MS
//   input NAME ELEMENTS FILE                      output NAME ELEMENTS FILE_WITH_WHAT_IT_SHOULD_HOLD
//   captured LABEL PROGRAMS WORKSPACE ENTRY FILE  hand LABEL OP COLUMNS PROGRAMS FORM
//   pointers LABEL                                onednn LABEL OP ROWS COLUMNS EPS_BITS FILE
//   round preflight|measured LABEL...             trace LABEL                  outputs FOLDER
//
// and behind the line of a contender its arguments, in order:
//
//   buffer NAME ROW_STRIDE, scalar BITS           of captured and hand
//   at need FILE, at allocate BYTES, at call FILE of pointers: libraries, scratch memory, and the calls, each
//   at buffer NAME OFFSET, at scratch N OFFSET    followed by its arguments
//   buffer NAME 0                                 of onednn; the last one is the output
//
// Numbers are decimal; the last field of a line may contain spaces.
#pragma once

#include "replay/buffers.h"
#include "replay/contender.h"
#include "replay/visit.h"

#include <istream>
#include <memory>
#include <string>
#include <vector>

namespace tile_simd::replay {

/// A round of visits. Those of the preflight are shorter, and nobody's figures.
struct Round {
  bool isMeasured;
  std::vector<std::string> labels;
};

struct Contest {
  int core = -1;
  TimingOptions timing, preflight;
  Buffers buffers;
  std::vector<std::unique_ptr<Contender>> contenders;
  std::vector<Round> rounds;
  std::vector<std::string> traces;
  std::string outputsFolder;
};

/// Reads a request; the problem names the line.
Problem readContest(std::istream &stream, Contest &contest);

} // namespace tile_simd::replay
