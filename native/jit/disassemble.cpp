#include "jit/disassemble.h"

#include "support/error.h"

#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace tile_simd {
namespace {

using namespace llvm;

/// Names by offset within one section, in a fixed order.
using Labels = std::multimap<uint64_t, std::string>;

Expected<Labels> symbolsOf(const object::ObjectFile &object, const object::SectionRef &section) {
  Labels labels;
  for (const object::SymbolRef &symbol : object.symbols()) {
    auto where = symbol.getSection();
    auto name = symbol.getName();
    auto address = symbol.getAddress();
    auto type = symbol.getType();
    if (!where || !name || !address || !type)
      return joinErrors(joinErrors(where.takeError(), name.takeError()),
                        joinErrors(address.takeError(), type.takeError()));
    if (*where == object.section_end() || **where != section || *type != object::SymbolRef::ST_Function)
      continue;
    labels.emplace(*address - section.getAddress(), name->str());
  }
  return labels;
}

Labels relocationsOf(const object::SectionRef &section) {
  Labels relocations;
  for (const object::SectionRef &other : section.getObject()->sections()) {
    auto target = other.getRelocatedSection();
    if (!target) {
      consumeError(target.takeError());
      continue;
    }
    if (*target == section.getObject()->section_end() || **target != section)
      continue;
    for (const object::RelocationRef &relocation : other.relocations()) {
      auto symbol = relocation.getSymbol();
      std::string name;
      if (symbol != section.getObject()->symbol_end()) {
        if (auto text = symbol->getName())
          name = text->str();
        else
          consumeError(text.takeError());
        if (name.empty())
          if (auto in = symbol->getSection(); in && *in != section.getObject()->section_end())
            name = cantFail((*in)->getName()).str();
      }
      relocations.emplace(relocation.getOffset(), name);
    }
  }
  return relocations;
}

/// Intel's syntax for x86, and for AArch64 the architecture manual's (LLVM's other one is Apple's).
unsigned syntaxOf(const Triple &triple) { return triple.isX86() ? 1 : 0; }

class Disassembler {
public:
  explicit Disassembler(const TargetMachine &machine)
      : context_(machine.getTargetTriple(), machine.getMCAsmInfo(), machine.getMCRegisterInfo(),
                 machine.getMCSubtargetInfo()),
        disassembler_(machine.getTarget().createMCDisassembler(*machine.getMCSubtargetInfo(), context_)),
        printer_(machine.getTarget().createMCInstPrinter(
            machine.getTargetTriple(), syntaxOf(machine.getTargetTriple()), *machine.getMCAsmInfo(),
            *machine.getMCInstrInfo(), *machine.getMCRegisterInfo())),
        subtarget_(*machine.getMCSubtargetInfo()), branchesFromEnd_(machine.getTargetTriple().isX86()) {
    printer_->setPrintImmHex(true);
    printer_->setPrintBranchImmAsAddress(true);
  }

  Error section(const object::SectionRef &section, raw_ostream &os) {
    auto contents = section.getContents();
    auto name = section.getName();
    auto labels = symbolsOf(*section.getObject(), section);
    if (!contents || !name || !labels)
      return joinErrors(joinErrors(contents.takeError(), name.takeError()), labels.takeError());
    if (contents->empty())
      return Error::success();
    os << ".section " << *name << "\n";
    Labels relocations = relocationsOf(section);
    ArrayRef<uint8_t> bytes(reinterpret_cast<const uint8_t *>(contents->data()), contents->size());
    for (uint64_t offset = 0, size = 0; offset < bytes.size(); offset += size) {
      for (auto [at, end] = labels->equal_range(offset); at != end; ++at)
        os << "\n" << at->second << ":\n";
      MCInst instruction;
      if (disassembler_->getInstruction(instruction, size, bytes.slice(offset), offset, nulls()) !=
          MCDisassembler::Success) {
        size = std::max<uint64_t>(size, 1);
        os << format("%6llx:\t.byte 0x%02x\n", (unsigned long long)offset, bytes[offset]);
        continue;
      }
      os << format("%6llx:", (unsigned long long)offset);
      printer_->printInst(&instruction, branchesFromEnd_ ? offset + size : offset, "", subtarget_, os);
      for (auto at = relocations.lower_bound(offset); at != relocations.end() && at->first < offset + size;
           ++at)
        os << "\t# " << at->second;
      os << "\n";
    }
    return Error::success();
  }

private:
  MCContext context_;
  std::unique_ptr<MCDisassembler> disassembler_;
  std::unique_ptr<MCInstPrinter> printer_;
  const MCSubtargetInfo &subtarget_;
  const bool branchesFromEnd_; // x86 counts a branch from the end of its instruction
};

} // namespace

Expected<std::string> disassembleObject(MemoryBufferRef buffer, const TargetMachine &machine) {
  auto object = object::ObjectFile::createObjectFile(buffer);
  if (!object)
    return internalError("the object cannot be read: " + toString(object.takeError()));
  std::string text;
  raw_string_ostream os(text);
  Disassembler disassembler(machine);
  for (const object::SectionRef &section : (*object)->sections())
    if (section.isText())
      if (Error e = disassembler.section(section, os))
        return internalError("the object cannot be disassembled: " + toString(std::move(e)));
  return text;
}

} // namespace tile_simd
