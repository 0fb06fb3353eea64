// Prints what the 8 published cells compile to with P off: RMSNorm 64x256 and 1024x4096 at W8, both mappings,
// F off and on. Linked twice, with the full-packet pass and without its source: both must print the same
// bytes.
#include "jit/kernel_object.h"
#include "jit/request.h"
#include "requests.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace tile_simd;

int main() {
  for (int64_t cols : {256, 4096})
    for (bool wholeProgram : {false, true})
      for (bool fuse : {false, true}) {
        test::KernelChoice choice;
        choice.cols = cols;
        choice.wholeProgram = wholeProgram;
        choice.width = 8;
        llvm::json::Object request = test::requestJson(choice);
        request.getObject("plan")->insert({"fuse", fuse});
        std::string text;
        llvm::raw_string_ostream(text) << llvm::json::Value(std::move(request));
        llvm::ExitOnError orExit;
        KernelTexts texts;
        CompileOptions options;
        options.texts = &texts;
        KernelObject kernel = orExit(emitKernel(orExit(decodeRequest(text)), options));
        std::printf("cell %s F%d\n%s\n%s\n%s\n", test::describe(choice).c_str(), fuse, texts.llvm.c_str(),
                    texts.optimized.c_str(), llvm::toHex(kernel.object).c_str());
      }
  return 0;
}
