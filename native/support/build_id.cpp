#include "support/build_id.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdint>

#if defined(__linux__)
#include <elf.h>
#include <link.h>
#elif defined(__APPLE__)
#include <dlfcn.h>
#include <mach-o/loader.h>
#endif

namespace tile_simd {
namespace {

const char marker = 0; // stands in the binary that is asked for

#if defined(__linux__)

constexpr char gnu[] = "GNU";

std::string buildIdIn(const char *notes, size_t size) {
  auto padded = [](size_t bytes) { return (bytes + 3) & ~size_t(3); };
  while (size >= sizeof(ElfW(Nhdr))) {
    const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(notes);
    const char *name = notes + sizeof(*note);
    const size_t bytes = sizeof(*note) + padded(note->n_namesz) + padded(note->n_descsz);
    if (bytes > size)
      break;
    if (note->n_type == NT_GNU_BUILD_ID && llvm::StringRef(name, note->n_namesz) == llvm::StringRef(gnu, 4))
      return llvm::toHex(llvm::StringRef(name + padded(note->n_namesz), note->n_descsz), /*LowerCase=*/true);
    notes += bytes;
    size -= bytes;
  }
  return "";
}

int visit(dl_phdr_info *binary, size_t, void *result) {
  const auto address = reinterpret_cast<uintptr_t>(&marker);
  std::string found;
  bool isOurs = false;
  for (unsigned i = 0; i < binary->dlpi_phnum; ++i) {
    const ElfW(Phdr) &segment = binary->dlpi_phdr[i];
    const uintptr_t begin = binary->dlpi_addr + segment.p_vaddr;
    isOurs |= segment.p_type == PT_LOAD && address - begin < segment.p_memsz;
    if (segment.p_type == PT_NOTE && found.empty())
      found = buildIdIn(reinterpret_cast<const char *>(begin), segment.p_memsz);
  }
  if (isOurs)
    *static_cast<std::string *>(result) = std::move(found);
  return isOurs;
}

std::string findBuildId() {
  std::string id;
  dl_iterate_phdr(visit, &id);
  return id;
}

#elif defined(__APPLE__)

std::string findBuildId() {
  Dl_info binary;
  if (!dladdr(&marker, &binary))
    return "";
  const auto *header = static_cast<const mach_header_64 *>(binary.dli_fbase);
  const auto *command = reinterpret_cast<const load_command *>(header + 1);
  for (uint32_t i = 0; i < header->ncmds; ++i) {
    if (command->cmd == LC_UUID)
      return llvm::toHex(llvm::ArrayRef(reinterpret_cast<const uuid_command *>(command)->uuid), true);
    command =
        reinterpret_cast<const load_command *>(reinterpret_cast<const char *>(command) + command->cmdsize);
  }
  return "";
}

#else

std::string findBuildId() { return ""; }

#endif

} // namespace

const std::string &buildId() {
  static const auto *id = new std::string(findBuildId()); // lives to the end of the process on purpose
  return *id;
}

} // namespace tile_simd
