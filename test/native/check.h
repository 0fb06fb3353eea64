// Counting checks, and saying which case was running when the process faults.
#pragma once

#include <string>

namespace tile_simd::test {

/// Counts one check. A failed one prints its message (printf style), the first 40 of a run; returns `good`.
bool check(bool good, const char *format, ...) __attribute__((format(printf, 2, 3)));

/// Prints "N passed, M failed"; the exit status of the test.
int finish();

/// What runs from now on, for the report of a fault (printf style). Cheap enough to be called before every
/// launch.
void nowRunning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/// From now on a fault prints the case that ran and the address, and ends the process with status 1.
void reportFaults();

/// Whether `--full` stands on the command line: the whole product of parameters in place of the sample.
bool isFull(int argc, char **argv);

/// Seconds since the process began, for the progress lines of long tests.
double elapsed();

} // namespace tile_simd::test
