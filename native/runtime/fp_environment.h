// Runs generated code in the default floating-point environment, whatever the host has set.
//
// Some libraries switch flush-to-zero on, change the rounding mode or unmask exceptions, for the whole thread
// and for good. Generated code promises bits, and those exist only under the default control word: round to
// nearest, denormals honoured, every exception masked. So a launch saves the control word, sets the default
// if it is not set already (the usual case: one read, no write) and restores what it found. Status bits
// ("inexact happened") are no part of it: like any C function, a kernel may raise them.
#pragma once

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace tile_simd {

#if defined(__x86_64__)

using FpControl = uint32_t;
constexpr FpControl fpControlDefault = 0x1F80; // all exceptions masked, nearest, neither FTZ nor DAZ
constexpr FpControl fpControlMask = 0xFFC0;    // MXCSR without its six status bits
inline FpControl readFpControl() { return _mm_getcsr(); }
inline void writeFpControl(FpControl value) { _mm_setcsr(value); }

#elif defined(__aarch64__)

using FpControl = uint64_t;
constexpr FpControl fpControlDefault = 0; // no traps, nearest, neither FZ nor DN; status is in FPSR, not here
constexpr FpControl fpControlMask = ~FpControl(0);
inline FpControl readFpControl() {
  FpControl value;
  __asm__ volatile("mrs %0, fpcr" : "=r"(value));
  return value;
}
inline void writeFpControl(FpControl value) { __asm__ volatile("msr fpcr, %0" : : "r"(value) : "memory"); }

#else
#error "fp_environment.h does not know this architecture's floating-point control word"
#endif

class FpEnvironment {
public:
  FpEnvironment() : saved_(readFpControl()), changed_((saved_ & fpControlMask) != fpControlDefault) {
    if (changed_)
      writeFpControl(fpControlDefault);
  }
  ~FpEnvironment() {
    if (changed_)
      writeFpControl(saved_);
  }
  FpEnvironment(const FpEnvironment &) = delete;
  FpEnvironment &operator=(const FpEnvironment &) = delete;

private:
  FpControl saved_;
  bool changed_;
};

} // namespace tile_simd
