#include "jit/engine.h"

#include "support/error.h"

#include "llvm/ADT/Twine.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/Core.h"
#include "llvm/ExecutionEngine/Orc/ObjectLinkingLayer.h"
#include "llvm/ExecutionEngine/Orc/SelfExecutorProcessControl.h"
#include "llvm/ExecutionEngine/Orc/TaskDispatch.h"
#include "llvm/Support/Process.h"

#include <atomic>
#include <cstring>
#include <mutex>

namespace tile_simd {
namespace {

using namespace llvm;
using namespace llvm::orc;

struct Engine {
  std::unique_ptr<ExecutionSession> session;
  std::unique_ptr<ObjectLinkingLayer> linker;
  JITDylib *library = nullptr; // what objects may import
  std::atomic<uint64_t> nextDylib{0};
};

Expected<std::unique_ptr<Engine>> createEngine() {
  auto process = SelfExecutorProcessControl::Create(std::make_shared<SymbolStringPool>(),
                                                    std::make_unique<InPlaceTaskDispatcher>());
  if (!process)
    return process.takeError();
  auto engine = std::make_unique<Engine>();
  engine->session = std::make_unique<ExecutionSession>(std::move(*process));
  // Failures come back as the error of the lookup that met them; nothing is printed behind the caller's back.
  engine->session->setErrorReporter([](Error error) { consumeError(std::move(error)); });
  engine->linker = std::make_unique<ObjectLinkingLayer>(*engine->session);
  engine->library = &engine->session->createBareJITDylib("library");
  auto define = [&](const char *name, void *address) {
    return std::pair(engine->session->intern(name),
                     ExecutorSymbolDef(ExecutorAddr::fromPtr(address), JITSymbolFlags::Exported));
  };
  SymbolMap symbols;
  symbols.insert(define("memcpy", reinterpret_cast<void *>(&std::memcpy)));
  symbols.insert(define("memmove", reinterpret_cast<void *>(&std::memmove)));
  symbols.insert(define("memset", reinterpret_cast<void *>(&std::memset)));
  if (Error e = engine->library->define(absoluteSymbols(std::move(symbols))))
    return e;
  return engine;
}

std::mutex engineMutex;
Engine *theEngine = nullptr;

Expected<Engine *> getEngine() {
  std::lock_guard<std::mutex> lock(engineMutex);
  if (theEngine)
    return theEngine;
  auto created = createEngine();
  if (!created)
    return created.takeError();
  theEngine = created->release();
  return theEngine;
}

Error linkError(Error cause) {
  return make_error<TileError>("ERR_JIT", "",
                               "the compiled code could not be linked: " + toString(std::move(cause)));
}

} // namespace

LinkedObject::~LinkedObject() { consumeError(dylib_.getExecutionSession().removeJITDylib(dylib_)); }

Expected<uint64_t> LinkedObject::lookup(StringRef symbol) const {
  ExecutionSession &session = dylib_.getExecutionSession();
  auto found = session.lookup(JITDylibSearchOrder{{&dylib_, JITDylibLookupFlags::MatchExportedSymbolsOnly}},
                              session.intern(symbol));
  if (!found)
    return linkError(found.takeError());
  return found->getAddress().getValue();
}

Expected<std::unique_ptr<LinkedObject>> linkObject(MemoryBufferRef object) {
  Expected<Engine *> engine = getEngine();
  if (!engine)
    return linkError(engine.takeError());
  JITDylib &dylib = (*engine)->session->createBareJITDylib(("kernel." + Twine((*engine)->nextDylib++)).str());
  dylib.addToLinkOrder(*(*engine)->library);
  auto linked = std::make_unique<LinkedObject>(dylib);
  // The layer keeps its buffer only while it links; ours is the artifact that the kernel shows.
  auto buffer = MemoryBuffer::getMemBuffer(object, /*RequiresNullTerminator=*/false);
  if (Error e = (*engine)->linker->add(dylib.getDefaultResourceTracker(), std::move(buffer)))
    return linkError(std::move(e));
  return linked;
}

} // namespace tile_simd
