#include "replay/elf_object.h"

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>
#include <sys/mman.h>

namespace tile_simd::replay {
namespace {

/// What an object may take from elsewhere.
struct Allowed {
  const char *name;
  void *address;
};
const Allowed allowed[] = {{"memcpy", reinterpret_cast<void *>(&std::memcpy)},
                           {"memset", reinterpret_cast<void *>(&std::memset)}};

constexpr uint64_t pageBytes = 4096;
constexpr uint64_t stubBytes = 16;

uint64_t alignedTo(uint64_t value, uint64_t alignment) {
  return alignment < 2 ? value : (value + alignment - 1) / alignment * alignment;
}

/// A structure of the file, if the file goes that far.
template <typename T> const T *viewAt(const std::vector<uint8_t> &file, uint64_t offset, uint64_t count = 1) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T) || offset % alignof(T) != 0)
    return nullptr;
  return reinterpret_cast<const T *>(file.data() + offset);
}

const Elf64_Shdr *sectionHeaders(const std::vector<uint8_t> &file) {
  const auto *header = viewAt<Elf64_Ehdr>(file, 0);
  return viewAt<Elf64_Shdr>(file, header->e_shoff, header->e_shnum);
}

std::string stringAt(const std::vector<uint8_t> &file, const Elf64_Shdr &strings, uint64_t offset) {
  if (strings.sh_offset > file.size() || strings.sh_size > file.size() - strings.sh_offset ||
      offset >= strings.sh_size)
    return "";
  const char *start = reinterpret_cast<const char *>(file.data() + strings.sh_offset + offset);
  return {start, strnlen(start, strings.sh_size - offset)};
}

} // namespace

ElfObject::~ElfObject() {
  if (memory_)
    munmap(memory_, bytes_);
}

Problem ElfObject::link(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  file_.assign(std::istreambuf_iterator<char>(stream), {});
  const auto *header = viewAt<Elf64_Ehdr>(file_, 0);
  if (!stream.good() && !stream.eof())
    return "it cannot be read";
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 || header->e_type != ET_REL ||
      header->e_machine != EM_X86_64)
    return "it is no relocatable ELF object for x86-64";
  if (!sectionHeaders(file_) || header->e_shstrndx >= header->e_shnum)
    return "its section headers are cut short";
  if (Problem problem = place())
    return problem;
  if (Problem problem = readSymbols())
    return problem;
  if (Problem problem = relocate())
    return problem;
  if (mprotect(memory_, bytes_, PROT_READ | PROT_EXEC) != 0)
    return "its memory cannot be made executable";
  return std::nullopt;
}

/// One mapping, so that everything is within reach of 32-bit displacements: stubs first, then the sections.
Problem ElfObject::place() {
  const auto *header = viewAt<Elf64_Ehdr>(file_, 0);
  const Elf64_Shdr *headers = sectionHeaders(file_);
  bytes_ = alignedTo(stubBytes * std::size(allowed), pageBytes);
  std::vector<uint64_t> offsets(header->e_shnum, 0);
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (!(headers[i].sh_flags & SHF_ALLOC))
      continue;
    if (headers[i].sh_flags & (SHF_WRITE | SHF_TLS))
      return "it has writable data: a kernel has none";
    offsets[i] = bytes_ = alignedTo(bytes_, headers[i].sh_addralign);
    bytes_ += headers[i].sh_size;
  }
  bytes_ = alignedTo(bytes_, pageBytes);
  void *mapped = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return "there is no memory for it";
  memory_ = nextStub_ = static_cast<uint8_t *>(mapped);
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    uint8_t *address = headers[i].sh_flags & SHF_ALLOC ? memory_ + offsets[i] : nullptr;
    if (address && headers[i].sh_type != SHT_NOBITS) {
      const uint8_t *bytes = viewAt<uint8_t>(file_, headers[i].sh_offset, headers[i].sh_size);
      if (!bytes)
        return "a section is cut short";
      std::memcpy(address, bytes, headers[i].sh_size);
    }
    sections_.push_back({stringAt(file_, headers[header->e_shstrndx], headers[i].sh_name), address,
                         headers[i].sh_size, (headers[i].sh_flags & SHF_EXECINSTR) != 0});
  }
  return std::nullopt;
}

Problem ElfObject::readSymbols() {
  const Elf64_Shdr *headers = sectionHeaders(file_);
  for (size_t i = 0; i < sections_.size(); ++i) {
    if (headers[i].sh_type != SHT_SYMTAB)
      continue;
    const uint64_t count = headers[i].sh_size / sizeof(Elf64_Sym);
    const auto *table = viewAt<Elf64_Sym>(file_, headers[i].sh_offset, count);
    if (!table || headers[i].sh_link >= sections_.size())
      return "its symbol table is cut short";
    for (uint64_t k = 0; k < count; ++k) {
      const Elf64_Sym &symbol = table[k];
      std::string name = stringAt(file_, headers[headers[i].sh_link], symbol.st_name);
      uint8_t *address = nullptr;
      if (symbol.st_shndx == SHN_UNDEF && k > 0) {
        address = stubFor(name);
        if (!address)
          return "it needs " + name + ", which is neither its own nor memcpy nor memset";
      } else if (symbol.st_shndx < sections_.size() && sections_[symbol.st_shndx].address) {
        address = sections_[symbol.st_shndx].address + symbol.st_value;
      }
      symbols_.push_back({std::move(name), address, ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL});
    }
  }
  return std::nullopt;
}

/// A jump to a function that may be too far away to be called.
uint8_t *ElfObject::stubFor(const std::string &name) {
  for (const Allowed &one : allowed) {
    if (name != one.name)
      continue;
    imports_.push_back(name);
    constexpr uint8_t jump[] = {0xFF, 0x25, 0, 0, 0, 0}; // jmp [rip]
    uint8_t *stub = nextStub_;
    std::memcpy(stub, jump, sizeof(jump));
    std::memcpy(stub + sizeof(jump), &one.address, sizeof(one.address));
    nextStub_ += stubBytes;
    return stub;
  }
  return nullptr;
}

Problem ElfObject::relocate() {
  const Elf64_Shdr *headers = sectionHeaders(file_);
  for (size_t i = 0; i < sections_.size(); ++i) {
    if (headers[i].sh_type == SHT_REL)
      return "it has relocations without addends";
    if (headers[i].sh_type != SHT_RELA || headers[i].sh_info >= sections_.size() ||
        !sections_[headers[i].sh_info].address)
      continue;
    const Section &section = sections_[headers[i].sh_info];
    const uint64_t count = headers[i].sh_size / sizeof(Elf64_Rela);
    const auto *table = viewAt<Elf64_Rela>(file_, headers[i].sh_offset, count);
    if (!table)
      return "its relocations are cut short";
    for (uint64_t k = 0; k < count; ++k) {
      const uint64_t symbol = ELF64_R_SYM(table[k].r_info);
      if (symbol >= symbols_.size() || !symbols_[symbol].address ||
          table[k].r_offset + sizeof(int32_t) > section.bytes)
        return "a relocation names no symbol, or no place of its section";
      if (Problem problem =
              apply(section.address + table[k].r_offset, uint32_t(ELF64_R_TYPE(table[k].r_info)),
                    symbols_[symbol].address, table[k].r_addend))
        return problem;
    }
  }
  return std::nullopt;
}

Problem ElfObject::apply(uint8_t *at, uint32_t type, uint8_t *target, int64_t addend) const {
  if (type != R_X86_64_PC32 && type != R_X86_64_PLT32)
    return "it has a relocation of type " + std::to_string(type) + ", which kernels do not have";
  const int64_t value = (target - at) + addend;
  if (value != int32_t(value))
    return "a displacement does not fit";
  const auto narrow = int32_t(value);
  std::memcpy(at, &narrow, sizeof(narrow));
  return std::nullopt;
}

void *ElfObject::find(const std::string &symbol) const {
  for (const Symbol &one : symbols_)
    if (one.isExported && one.name == symbol)
      return one.address;
  return nullptr;
}

} // namespace tile_simd::replay
