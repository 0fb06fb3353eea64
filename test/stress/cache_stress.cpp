// native/cache under load from many threads, with a compiler that makes nothing: kernels from memory, from disk,
// made in the background, released, damaged on disk. `cache_stress SECONDS [SEED]`; exit status 1 for a wrong kernel or one
// that is lost. `npm run test:tsan` builds it with ThreadSanitizer.
#include "fake_compiler.h"

#include "cache/code_cache.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <sys/stat.h>
#include <thread>

using namespace tile_simd;
using test::fakeCompiler;

namespace {

constexpr unsigned threads = 4, requests = 12;

std::atomic<unsigned> wrong{0};

void expect(bool holds, const char *what) {
  if (holds)
    return;
  ++wrong;
  std::fprintf(stderr, "wrong: %s\n", what);
}

bool isOf(const std::shared_ptr<Kernel> &kernel, const std::string &request) {
  return kernel->request() == request && kernel->object() == "code of " + request;
}

/// One thread's part, until `stop`.
void work(CodeCache &cache, const DiskOptions &disk, unsigned seed, const std::atomic<bool> &stop) {
  std::mt19937 random(seed);
  std::vector<std::shared_ptr<Kernel>> held;
  while (!stop) {
    const std::string request = "k" + std::to_string(random() % requests);
    switch (random() % 8) {
    case 0:
    case 1:
    case 2: {
      auto got = cache.get(request, disk);
      if (!got) {
        llvm::consumeError(got.takeError());
        expect(false, "a good request is an error");
        break;
      }
      expect(isOf(got->kernel, request), "get");
      held.push_back(std::move(got->kernel));
      break;
    }
    case 3: {
      auto found = cache.findReady(request, disk);
      expect(bool(found) && (!found->kernel || isOf(found->kernel, request)), "findReady");
      break;
    }
    case 4: {
      const std::shared_ptr<Kernel> kernel = cache.compileSoon(request, disk);
      expect(!kernel || isOf(kernel, request), "compileSoon");
      break;
    }
    case 5: {
      auto bad = cache.get("bad" + request, disk);
      expect(!bad, "a bad request is a kernel");
      llvm::consumeError(bad.takeError());
      break;
    }
    case 6: { // as another process that writes, or a disk that forgets
      std::ofstream(disk.directory + "/" + request + ".kernel") << "image " << request << "\ncode o";
      break;
    }
    default: expect(cache.stats().kernels <= 5, "more kernels than allowed");
    }
    while (held.size() > random() % 6) {
      cache.release(std::move(held.back()));
      held.pop_back();
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  const double seconds = argc > 1 ? std::atof(argv[1]) : 3;
  const unsigned seed = argc > 2 ? unsigned(std::atoi(argv[2])) : 1;
  const char *base = std::getenv("TMPDIR");
  std::string folder = std::string(base ? base : "/tmp") + "/tile-simd-XXXXXX";
  if (!::mkdtemp(folder.data()))
    return 1;
  const DiskOptions disk{folder + "/cache", 100}; // bytes, so that files go, too
  // Lives on: the background thread may be at work when main() ends.
  auto &cache = *new CodeCache(5, 1 << 20);
  std::atomic<bool> stop{false};
  std::vector<std::thread> all;
  for (unsigned i = 0; i < threads; ++i)
    all.emplace_back([&, i] { work(cache, disk, seed * 1000 + i, stop); });
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  stop = true;
  for (std::thread &thread : all)
    thread.join();

  // Until the background thread has nothing left, each kernel that lives is one the cache counts.
  int64_t lost = 1;
  for (unsigned i = 0; i < 1000 && lost != 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    lost = fakeCompiler().alive - int64_t(cache.stats().kernels);
  }
  expect(lost == 0, "kernels that nobody holds live on");
  const CacheStats stats = cache.stats();
  expect(stats.fromMemory > 0 && stats.fromDisk > 0 && stats.compiled > 0 && stats.stored > 0,
         "a way to a kernel was never gone");
  std::printf("cache_stress: %llu from memory, %llu from disk, %llu compiled, %u wrong\n",
              static_cast<unsigned long long>(stats.fromMemory), static_cast<unsigned long long>(stats.fromDisk),
              static_cast<unsigned long long>(stats.compiled), wrong.load());
  for (unsigned i = 0; i < requests; ++i) // the background thread makes more now, while the process ends
    cache.compileSoon("k" + std::to_string(i), {});
  const int removed = std::system(("rm -rf '" + folder + "'").c_str());
  return wrong > 0 || removed != 0;
}
