/* Runs kernels that were compiled for this machine elsewhere: linked together with their objects and a table
 * of their entries, without the library.
 *
 *   driver LAUNCHES RESULTS
 *
 * LAUNCHES (test/cross/support/launch-file.ts writes it), little-endian, everything a multiple of 8 bytes:
 *
 *   u64 number of launches, and each launch:
 *     u64 kernel, u64 arguments, u64 begin, u64 end, u64 workspace bytes, u64 chunks, u64 phases
 *       of a cooperative kernel, where begin and end are rows; otherwise chunks and phases are 0
 *     and each argument: u64 kind, u64 n, i64 row stride, and for inputs and outputs their n bytes, padded
 *       kind 0, scalar: n holds its 4 bytes      kind 1, input      kind 2, output
 *       kind 3: an output in the very memory of argument n
 *
 * RESULTS gets the bytes of all outputs, one after the other. Each buffer ends where a page without access
 * begins, and stands behind a pattern that must still be there afterwards; so does the workspace. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* native/runtime/launch_record.h */
struct argument {
  union {
    void *data;
    uint32_t scalar;
  };
  int64_t row_stride;
};
enum { most_arguments = 64 };
struct record {
  uint64_t begin, end;
  void *workspace;
  uint32_t phase, row;
  struct argument arguments[most_arguments];
};
_Static_assert(sizeof(struct argument) == 16, "a slot has 16 bytes");
_Static_assert(offsetof(struct record, arguments) == 32, "the first slot is at byte 32");

/* Made together with the objects. */
extern void (*const kernels[])(struct record *);
extern const uint64_t kernel_count;

enum kind { scalar, input, output, in_place };
enum { pattern_bytes = 64 };
static const unsigned char pattern = 0xa5;

struct buffer {
  unsigned char *mapping, *data;
  size_t mapped, bytes;
};

static void fail(const char *what, uint64_t launch) {
  fprintf(stderr, "driver: launch %llu: %s\n", (unsigned long long)launch, what);
  exit(1);
}

/* `bytes` bytes before a page without access, aligned as their size is. */
static struct buffer allocate(size_t bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t usable = (bytes + pattern_bytes + page - 1) / page * page;
  struct buffer buffer = {NULL, NULL, usable + page, bytes};
  buffer.mapping = mmap(NULL, buffer.mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer.mapping == MAP_FAILED || mprotect(buffer.mapping + usable, page, PROT_NONE) != 0) {
    perror("driver: mmap");
    exit(1);
  }
  buffer.data = buffer.mapping + usable - bytes;
  memset(buffer.mapping, pattern, (size_t)(buffer.data - buffer.mapping));
  return buffer;
}

static int is_intact(const struct buffer *buffer) {
  for (const unsigned char *p = buffer->mapping; p < buffer->data; ++p)
    if (*p != pattern)
      return 0;
  return 1;
}

static const unsigned char *next, *file_end;

static uint64_t take(void) {
  uint64_t word;
  if (file_end - next < 8)
    fail("the file is cut short", 0);
  memcpy(&word, next, 8);
  next += 8;
  return word;
}

static const unsigned char *take_bytes(uint64_t bytes) {
  uint64_t padded = (bytes + 7) / 8 * 8;
  const unsigned char *at = next;
  if ((uint64_t)(file_end - next) < padded)
    fail("the file is cut short", 0);
  next += padded;
  return at;
}

/* All phases of each row, every chunk as a task of its own. */
static void run_cooperative(void (*kernel)(struct record *), const struct record *rows, uint64_t chunks,
                            uint64_t phases) {
  for (uint64_t row = rows->begin; row < rows->end; ++row)
    for (uint64_t phase = 0; phase < phases; ++phase)
      for (uint64_t chunk = chunks; chunk-- > 0;) { /* in any order */
        struct record task = *rows;
        task.begin = chunk;
        task.end = chunk + 1;
        task.phase = (uint32_t)phase;
        task.row = (uint32_t)row;
        kernel(&task);
      }
}

static void launch(uint64_t number, FILE *results) {
  uint64_t kernel = take(), count = take();
  struct record record;
  struct buffer buffers[most_arguments + 1];
  enum kind kinds[most_arguments];
  memset(&record, 0, sizeof record);
  memset(buffers, 0, sizeof buffers);
  record.begin = take();
  record.end = take();
  uint64_t workspace_bytes = (take() + 63) / 64 * 64;
  uint64_t chunks = take(), phases = take();
  if (kernel >= kernel_count || count > most_arguments)
    fail("there is no such kernel, or it has too many arguments", number);
  if (workspace_bytes > 0) {
    buffers[count] = allocate(workspace_bytes);
    record.workspace = buffers[count].data;
  }
  for (uint64_t i = 0; i < count; ++i) {
    kinds[i] = (enum kind)take();
    uint64_t n = take();
    struct argument *slot = &record.arguments[i];
    slot->row_stride = (int64_t)take();
    if (kinds[i] == scalar) {
      slot->scalar = (uint32_t)n;
    } else if (kinds[i] == in_place) {
      if (n >= i)
        fail("an output in place of what comes later", number);
      slot->data = record.arguments[n].data;
    } else {
      buffers[i] = allocate(n);
      memcpy(buffers[i].data, take_bytes(n), n);
      slot->data = buffers[i].data;
    }
    if (kinds[i] == in_place)
      buffers[i].bytes = buffers[n].bytes;
  }
  if (phases > 0)
    run_cooperative(kernels[kernel], &record, chunks, phases);
  else
    kernels[kernel](&record);
  if (phases == 0 && record.begin != record.end)
    fail("the kernel did not come to the end", number);
  for (uint64_t i = 0; i <= count; ++i) {
    if (i < count && (kinds[i] == output || kinds[i] == in_place))
      fwrite(record.arguments[i].data, 1, buffers[i].bytes, results);
    if (buffers[i].mapping && !is_intact(&buffers[i]))
      fail("bytes before a buffer were written", number);
  }
  for (uint64_t i = 0; i <= count; ++i)
    if (buffers[i].mapping)
      munmap(buffers[i].mapping, buffers[i].mapped);
}

static void read_all(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) {
    perror(path);
    exit(1);
  }
  size_t bytes = (size_t)ftell(file);
  unsigned char *memory = malloc(bytes + 1);
  rewind(file);
  if (!memory || fread(memory, 1, bytes, file) != bytes) {
    perror(path);
    exit(1);
  }
  fclose(file);
  next = memory;
  file_end = memory + bytes;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fputs("usage: driver LAUNCHES RESULTS\n", stderr);
    return 2;
  }
  read_all(argv[1]);
  FILE *results = fopen(argv[2], "wb");
  if (!results) {
    perror(argv[2]);
    return 1;
  }
  uint64_t count = take();
  for (uint64_t i = 0; i < count; ++i)
    launch(i, results);
  return fclose(results) == 0 ? 0 : 1;
}
