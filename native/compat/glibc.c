/* Names that the LLVM archives want and an older glibc does not have.
 *
 * Debian's archives are compiled against glibc 2.41, where strtol and friends resolve to __isoc23_* (C23 also
 * reads "0b101"; LLVM passes no such text). Ours forward to the plain functions, on every glibc: taken from
 * the library they would raise the addon's floor to glibc 2.38. Hidden, so nobody else in the process sees
 * them. This file must be compiled as C11 without _GNU_SOURCE, or strtol below would itself become
 * __isoc23_strtol. */
#undef _GNU_SOURCE /* LLVM's definitions, which all of the core is compiled with, have it */
#include <stdlib.h>

#if defined(__linux__)
#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN long __isoc23_strtol(const char *text, char **end, int base) { return strtol(text, end, base); }
HIDDEN long long __isoc23_strtoll(const char *text, char **end, int base) { return strtoll(text, end, base); }
HIDDEN unsigned long long __isoc23_strtoull(const char *text, char **end, int base) {
  return strtoull(text, end, base);
}
#endif
