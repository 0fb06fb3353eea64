#include "replay/trace.h"

#if defined(__linux__) && defined(__x86_64__)

#include <csignal>
#include <map>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tile_simd::replay {
namespace {

/// Whether the child stopped by `signal`.
bool stoppedBy(pid_t child, int signal) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSTOPPED(status) && WSTOPSIG(status) == signal;
}

/// Section of the object's code that an address lies in; null outside.
const ElfObject::Section *codeAt(const ElfObject &object, uint64_t address) {
  for (const ElfObject::Section &section : object.sections()) {
    const auto start = reinterpret_cast<uint64_t>(section.address);
    if (section.isCode && address >= start && address < start + section.bytes)
      return &section;
  }
  return nullptr;
}

/// What is known of an instruction, by its address.
struct Step {
  uint64_t count = 0;
  std::array<uint64_t, 16> registers{};
};

std::array<uint64_t, 16> generalRegisters(const user_regs_struct &r) {
  return {r.rax, r.rcx, r.rdx, r.rbx, r.rsp, r.rbp, r.rsi, r.rdi,
          r.r8,  r.r9,  r.r10, r.r11, r.r12, r.r13, r.r14, r.r15};
}

/// Steps from the first instruction of the object to the child's second stop.
Problem stepThrough(pid_t child, const ElfObject &object, std::map<uint64_t, Step> &steps,
                    uint64_t &outside) {
  uint64_t pending = 0; // outside, and maybe never back
  for (;;) {
    if (ptrace(PTRACE_SINGLESTEP, child, nullptr, nullptr) != 0)
      return "the child cannot be stepped";
    int status = 0;
    if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
      return "the child ended in the middle of the launch";
    if (WSTOPSIG(status) == SIGSTOP)
      return steps.empty() ? Problem("the launch executed nothing of the object") : std::nullopt;
    if (WSTOPSIG(status) != SIGTRAP)
      return "the child was stopped by signal " + std::to_string(WSTOPSIG(status));
    user_regs_struct registers;
    if (ptrace(PTRACE_GETREGS, child, nullptr, &registers) != 0)
      return "the child's registers cannot be read";
    if (codeAt(object, registers.rip)) {
      Step &step = steps[registers.rip];
      if (step.count++ == 0)
        step.registers = generalRegisters(registers);
      outside += pending;
      pending = 0;
    } else if (!steps.empty()) {
      ++pending;
    }
  }
}

} // namespace

Problem traceLaunch(Contender &contender, TraceResult &result) {
  const ElfObject *object = contender.object();
  if (!object)
    return "only captured kernels are traced";
  const pid_t child = fork();
  if (child < 0)
    return "no process to trace";
  if (child == 0) {
    ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
    raise(SIGSTOP);
    contender.run();
    raise(SIGSTOP);
    _exit(0);
  }
  std::map<uint64_t, Step> steps;
  Problem problem = stoppedBy(child, SIGSTOP) ? stepThrough(child, *object, steps, result.outside)
                                              : Problem("this system does not let a process be traced");
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  for (const auto &[address, step] : steps) {
    const ElfObject::Section *section = codeAt(*object, address);
    result.places.push_back({unsigned(section - object->sections().data()),
                             address - reinterpret_cast<uint64_t>(section->address), step.count,
                             step.registers});
  }
  return problem;
}

} // namespace tile_simd::replay

#else

namespace tile_simd::replay {
Problem traceLaunch(Contender &, TraceResult &) { return "launches are traced on Linux on x86-64 alone"; }
} // namespace tile_simd::replay

#endif
