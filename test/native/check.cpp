#include "check.h"

#include <chrono>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace tile_simd::test {
namespace {

constexpr unsigned long maxMessages = 40;

unsigned long passed, failed;
char currentCase[512] = "(before the first case)";
const auto start = std::chrono::steady_clock::now();

void onFault(int signal, siginfo_t *info, void *) {
  // Everything printed so far first: the process ends without the usual flush. The fault came from generated
  // code, never from inside stdio, so the stream is in order.
  std::printf("FAULT: signal %d at address %p while running: %s\n", signal, info->si_addr, currentCase);
  std::printf("%lu passed, %lu failed\n", passed, failed + 1);
  std::fflush(stdout);
  _exit(1);
}

} // namespace

bool check(bool good, const char *format, ...) {
  ++(good ? passed : failed);
  if (good || failed > maxMessages)
    return good;
  va_list arguments;
  va_start(arguments, format);
  std::printf("FAILED: ");
  std::vprintf(format, arguments);
  std::printf(failed == maxMessages ? "\n(no further messages)\n" : "\n");
  va_end(arguments);
  return good;
}

int finish() {
  std::printf("%lu passed, %lu failed\n", passed, failed);
  return failed != 0;
}

void nowRunning(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(currentCase, sizeof currentCase, format, arguments);
  va_end(arguments);
}

void reportFaults() {
  static char stack[64 * 1024]; // a stack overflow must still be able to say so
  stack_t alternate = {};
  alternate.ss_sp = stack;
  alternate.ss_size = sizeof stack;
  sigaltstack(&alternate, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT})
    sigaction(signal, &action, nullptr);
}

bool isFull(int argc, char **argv) {
  for (int i = 1; i < argc; ++i)
    if (std::strcmp(argv[i], "--full") == 0)
      return true;
  return false;
}

double elapsed() { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }

} // namespace tile_simd::test
