/* Functions of newer C libraries that libstdc++ and libgcc, linked statically, want from the machine that
 * they were built for. Taken from its library they would raise the addon's floor to glibc 2.36. Hidden, and
 * declared under names of our own, so that they meet no declaration of the system's headers. */
#if defined(__linux__)
#ifndef _GNU_SOURCE /* LLVM's own definitions may have it */
#define _GNU_SOURCE
#endif
#include <link.h>
#include <stdint.h>
#include <sys/random.h>
#include <time.h>

#define HIDDEN_AS(name) __asm__(name) __attribute__((visibility("hidden")))

/* glibc 2.36. libstdc++ (std::random_device) and LLVM (names of temporary files) ask for numbers that nobody
 * else has, not for secrets. */
uint32_t tile_simd_arc4random(void) HIDDEN_AS("arc4random");
uint32_t tile_simd_arc4random(void) {
  uint32_t number = 0;
  for (int attempt = 0; attempt < 8; ++attempt) /* a signal may interrupt it */
    if (getrandom(&number, sizeof(number), 0) == (ssize_t)sizeof(number))
      return number;
  struct timespec now = {0, 0}; /* a kernel before 3.17, or a sandbox that forbids it */
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)now.tv_nsec * 2654435761U ^ (uint32_t)(uintptr_t)&number;
}

/* glibc 2.35: which loaded object an address lies in, and where that one's table for unwinding is. The layout
 * is that of <dlfcn.h> on 64-bit machines. */
struct found_object {
  unsigned long long flags;
  void *mapStart;
  void *mapEnd;
  void *linkMap; /* the unwinder does not ask for it */
  void *ehFrame;
  unsigned long long reserved[7];
};

struct search {
  uintptr_t address;
  struct found_object *result;
};

static int look_into(struct dl_phdr_info *info, size_t size, void *data) {
  struct search *search = (struct search *)data;
  struct found_object *result = search->result;
  const ElfW(Phdr) *table = 0;
  uintptr_t first = UINTPTR_MAX;
  uintptr_t last = 0;
  int isHere = 0;
  (void)size;
  for (ElfW(Half) i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type == PT_GNU_EH_FRAME)
      table = header;
    if (header->p_type != PT_LOAD)
      continue;
    const uintptr_t begin = info->dlpi_addr + header->p_vaddr;
    const uintptr_t end = begin + header->p_memsz;
    first = begin < first ? begin : first;
    last = end > last ? end : last;
    isHere |= search->address >= begin && search->address < end;
  }
  if (!isHere || !table)
    return 0;
  result->flags = 0;
  result->mapStart = (void *)first;
  result->mapEnd = (void *)last;
  result->linkMap = 0;
  result->ehFrame = (void *)(info->dlpi_addr + table->p_vaddr);
  return 1;
}

int tile_simd_find_object(void *address, struct found_object *result) HIDDEN_AS("_dl_find_object");
int tile_simd_find_object(void *address, struct found_object *result) {
  struct search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(look_into, &search) ? 0 : -1;
}
#endif
