// Compile requests that are wrong in one way each: every one gives an error with the right code and argument.
#include "check.h"
#include "request_errors.h"
#include "requests.h"

#include "target/cpu.h"

#include "llvm/Support/raw_ostream.h"

#include <cstdio>

using namespace tile_simd;
using namespace tile_simd::test;

namespace {

constexpr char invalidIr[] = "ERR_INVALID_IR", invalidPlan[] = "ERR_INVALID_PLAN",
               invalidTarget[] = "ERR_TARGET";

void expect(const char *what, const std::string &request, const std::string &code,
            const std::string &argument) {
  nowRunning("%s", what);
  Outcome outcome = tryCompile(request);
  check(outcome.code == code && outcome.argument == argument && (code.empty() || !outcome.message.empty()),
        "%s: gave %s (%s) '%s', expected %s (%s)", what, outcome.code.c_str(), outcome.argument.c_str(),
        outcome.message.substr(0, 200).c_str(), code.c_str(), argument.c_str());
}

void expectGood(const char *what, const std::string &request) { expect(what, request, "", ""); }

/// `text` with `from`, which must be there, replaced once.
std::string replaced(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  if (!check(at != std::string::npos, "the request holds no %s", from.c_str()))
    return "";
  return text.replace(at, from.size(), to);
}

/// The request of RMSNorm, 16 columns, packet-local, W4. Keys come sorted and without spaces. Ops: 0 load x,
/// 1 mul, 2 mean, 3 eps, 4 add, 5 const, 6 ge, 7 const, 8 le, 9 and, 10 not, 11 rescue, 12 rsqrt, 13 mul, 14
/// load weight, 15 mul, 16 store y.
std::string base() {
  KernelChoice choice;
  choice.cols = 16;
  return requestText(choice);
}

std::string with(const std::string &from, const std::string &to) { return replaced(base(), from, to); }

std::string repeat(const std::string &text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i)
    all += text;
  return all;
}

void notJson() {
  expectGood("the request as it is", base());
  const std::string whole = base();
  for (size_t length = 0; length < whole.size(); ++length)
    expect("a truncated request", whole.substr(0, length), invalidIr, "request");
  for (const char *text : {"null", "true", "1", "\"ir\"", "[]", "{}", "{\"plan\":{}}", "[{\"ir\":{}}]"})
    expect(text, text, invalidIr, "request");
  for (const char *text :
       {"{}{}", "{'ir':1}", "{ir:1}", "{\"ir\":1,}", "NaN", "{\"ir\":NaN}", "{\"ir\":\"\\x\"}",
        "{\"ir\":\"\\u12\"}", "{\"ir\":\"\xff\xfe\"}", "\xef\xbb\xbf{}"})
    expect(text, text, invalidIr, "request");
  expect("something behind it", base() + "x", invalidIr, "request");
  expect("a NUL behind it", base() + std::string(1, '\0'), invalidIr, "request");
  expect("a NUL in it", with("\"rms_norm\"", std::string("\"rms\0norm\"", 10)), invalidIr, "request");
  expect("100,000 levels of arrays", repeat("[", 100000), invalidIr, "request");
  expect("100,000 levels of objects", repeat("{\"ir\":", 100000), invalidIr, "request");
  expect("100,000 levels, closed", repeat("[", 100000) + repeat("]", 100000), invalidIr, "request");
  expect("100,000 levels within the program", with("[0,0]", repeat("[", 100000) + repeat("]", 100000)),
         invalidIr, "request");
  expect("100,000 levels behind a string with a quote",
         with("\"ir\"", "\"\\\"\":" + repeat("[", 100000) + repeat("]", 100000) + ",\"ir\""), invalidIr,
         "request");
  expectGood("brackets within a string",
             with("\"ir\"", "\"note\":\"\\\\\\\"" + repeat("[{", 50000) + "\",\"ir\""));
  expectGood("many levels, one after the other",
             with("\"ir\"", "\"note\":[" + repeat("[[[]]],", 50000) + "0],\"ir\""));
}

void programHead() {
  for (const char *value : {"null", "1", "\"x\"", "[]", "true"})
    expect("ir of another type", "{\"ir\":" + std::string(value) + "}", invalidIr, "ir");
  expect("another format", with("tile-simd/ir@1", "tile-simd/ir@2"), invalidIr, "ir.format");
  expect("no format", with("\"format\"", "\"formal\""), invalidIr, "ir.format");
  for (const char *name :
       {"\"\"", "\"1st\"", "\"a b\"", "\"a.b\"", "\"\u00e9t\u00e9\"", "\"a-b\"", "1", "null", "[]"})
    expect("no identifier", with("\"rms_norm\"", name), invalidIr, "ir.name");
  expect("65 characters", with("\"rms_norm\"", "\"" + std::string(65, 'a') + "\""), invalidIr, "ir.name");
  expectGood("64 characters", with("\"rms_norm\"", "\"" + std::string(64, 'a') + "\""));
  for (const char *dims : {"[16]", "null", "16", "\"cols\""})
    expect("dims of another type", with("{\"cols\":16}", dims), invalidIr, "ir.dims");
  for (const char *extent : {"0", "-1", "1.5", "1099511627776", "2147483648", "1e300", "1e9999", "-1e9999",
                             "\"16\"", "null", "[16]", "true", "18446744073709551616", "4294967297", "NaN"})
    expect("an extent that is none", with("\"cols\":16", std::string("\"cols\":") + extent), invalidIr,
           std::string(extent) == "NaN" ? "request" : "ir.dims.cols");
  expectGood("16 as a floating-point number", with("\"cols\":16", "\"cols\":1.6e1"));
  expect("the dim one", with("\"cols\":16", "\"cols\":16,\"one\":1"), invalidIr, "ir.dims");
  expect("a dim without a name", with("\"cols\":16", "\"cols\":16,\"\":1"), invalidIr, "ir.dims");
  expectGood("a dim that nobody uses", with("\"cols\":16", "\"cols\":16,\"rows\":2147483647"));
}

void params() {
  const std::string x = R"({"access":"row","dim":"cols","dtype":"f32","kind":"input","name":"x"})";
  auto changed = [&](const char *from, const char *to) { return with(x, replaced(x, from, to)); };
  for (const char *value : {"null", "\"x\"", "[]", "0"})
    expect("a param of another type", with(x, value), invalidIr, "ir.params[0]");
  expect("params of another type", with("\"params\":[", "\"params\":0,\"were\":["), invalidIr, "ir.params");
  expect("no params", with("\"params\":[", "\"params\":[],\"were\":["), invalidIr, "ir.params");
  expect("no name", changed("\"name\"", "\"nom\""), invalidIr, "ir.params[0].name");
  expect("a name twice", with("\"name\":\"weight\"", "\"name\":\"x\""), invalidIr, "ir.params[1].name");
  expect("an unknown kind", changed("input", "inout"), invalidIr, "ir.params[0].kind");
  expect("an unknown dtype", changed("f32", "f64"), invalidIr, "ir.params[0].dtype");
  expect("an output of i32", with(R"("dtype":"f32","kind":"output")", R"("dtype":"i32","kind":"output")"),
         invalidIr, "ir.params[3].dtype");
  expect("a scalar of f16", with(R"("dtype":"f32","kind":"scalar")", R"("dtype":"f16","kind":"scalar")"),
         invalidIr, "ir.params[2].dtype");
  expect("an unknown access", changed("\"row\"", "\"diagonal\""), invalidIr, "ir.params[0].access");
  expect("an unknown dim", changed("\"cols\"", "\"rows\""), invalidIr, "ir.params[0].dim");
  expect("a dim by number", changed("\"cols\"", "0"), invalidIr, "ir.params[0].dim");
  expect("an output by column",
         with(R"("access":"row","dim":"cols","dtype":"f32","kind":"output")",
              R"("access":"column","dim":"cols","dtype":"f32","kind":"output")"),
         invalidIr, "ir.params[3].access");
  expect("a param that is never used", with(x, x + R"(,{"kind":"scalar","dtype":"f32","name":"idle"})"),
         invalidIr, "ir.params[1]");
  expect("an output that is never stored",
         with(x, x + R"(,{"kind":"output","dtype":"f32","name":"idle","access":"row","dim":"cols"})"),
         invalidIr, "ir.params[1]");
  // 4 params are there: 60 more are as many as there may be.
  auto scalars = [&](unsigned count) {
    std::string params = x, ops = "{\"op\":\"load\",\"param\":\"x\"}", text = base();
    for (unsigned i = 0; i < count; ++i) {
      std::string name = "s" + std::to_string(i);
      params += R"(,{"kind":"scalar","dtype":"f32","name":")" + name + "\"}";
      ops = R"({"op":"scalar","param":")" + name + "\"}," + ops;
    }
    text.replace(text.find(x), x.size(), params);
    // The scalars stand before op 0: what follows is renumbered by leaving only a store of x.
    size_t begin = text.find("\"ops\":["), end = text.find("],\"params\"");
    return text.replace(begin, end - begin,
                        "\"ops\":[" + ops +
                            R"(,{"op":"load","param":"weight"},{"op":"scalar","param":"eps"},)" +
                            R"({"op":"store","param":"y","args":[)" + std::to_string(count) + "]}");
  };
  expectGood("64 params", scalars(60));
  expect("65 params", scalars(61), invalidIr, "ir.params");
}

void ops() {
  for (const char *value : {"null", "\"load\"", "[]", "0"})
    expect("an op of another type", with(R"({"op":"load","param":"x"})", value), invalidIr, "ir.ops[0]");
  expect("no ops", with("\"ops\":[", "\"ops\":[],\"were\":["), invalidIr, "ir.ops");
  expect("an unknown op", with("rsqrt", "cbrt"), invalidIr, "ir.ops[12].op");
  expect("an op by number", with("\"rsqrt\"", "12"), invalidIr, "ir.ops[12].op");
  expect("a load of nothing", with(R"("load","param":"x")", R"("load","param":"z")"), invalidIr,
         "ir.ops[0].param");
  expect("a load of an output", with(R"("load","param":"x")", R"("load","param":"y")"), invalidIr,
         "ir.ops[0].param");
  expect("a load of a scalar", with(R"("load","param":"x")", R"("load","param":"eps")"), invalidIr,
         "ir.ops[0].param");
  expect("a second load", with(R"("load","param":"weight")", R"("load","param":"x")"), invalidIr,
         "ir.ops[14].param");
  expect("a scalar that is a buffer", with(R"("scalar","param":"eps")", R"("scalar","param":"x")"), invalidIr,
         "ir.ops[3].param");
  for (const char *arg : {"1", "2", "16", "17", "-1", "0.5", "1e300", "9223372036854775807",
                          "18446744073709551616", "4294967296", "\"0\"", "null", "[0]", "{}", "true"})
    expect("an argument that is no earlier value", with("[0,0]", "[0," + std::string(arg) + "]"), invalidIr,
           "ir.ops[1].args[1]");
  for (const char *args : {"[]", "[0]", "[0,0,0]", "null", "0", "{}", "\"00\""})
    expect("not two arguments", with("[0,0]", args), invalidIr, "ir.ops[1].args");
  expect("a million arguments", with("[0,0]", "[" + repeat("0,", 1000000) + "0]"), invalidIr,
         "ir.ops[1].args");
  expect("an unknown reduction", with("mean", "median"), invalidIr, "ir.ops[2].kind");
  expect("a reduction of a scalar",
         with(R"("args":[4],"op":"rsqrt")", R"("args":[4],"op":"reduce","kind":"sum")"), invalidIr,
         "ir.ops[12].args[0]");
  for (const char *value : {"\"nan\"", "\"inf\"", "\"+Infinity\"", "\"0\"", "\"\"", "null", "[]", "true"})
    expect(
        "a constant that is none",
        with("\"op\":\"const\",\"value\":", "\"op\":\"const\",\"value\":" + std::string(value) + ",\"was\":"),
        invalidIr, "ir.ops[5].value");
  for (const char *value : {"\"NaN\"", "\"-Infinity\"", "\"Infinity\"", "\"-0\"", "-0", "-0.0", "1e9999",
                            "1e-9999", "1e39", "-1e300", "123456789012345678901234567890", "0.1"})
    expectGood("a constant of any magnitude",
               with("\"op\":\"const\",\"value\":",
                    "\"op\":\"const\",\"value\":" + std::string(value) + ",\"was\":"));
  expect("a condition for a number", with(R"("args":[4],"op":"rsqrt")", R"("args":[9],"op":"rsqrt")"),
         invalidIr, "ir.ops[12].args[0]");
  expect("a number for a condition", with(R"("args":[6,8],"op":"and")", R"("args":[6,4],"op":"and")"),
         invalidIr, "ir.ops[9].args[1]");
  expect("the value of a rescue", with("[0,12]", "[0,11]"), invalidIr, "ir.ops[13].args[1]");
  expect("a rescue on a number", with(R"("args":[10],"op":"rescue")", R"("args":[4],"op":"rescue")"),
         invalidIr, "ir.ops[11].args[0]");
  expect("a second rescue", with(R"({"args":[4],"op":"rsqrt"})", R"({"args":[10],"op":"rescue"})"), invalidIr,
         "ir.ops[12]");
  const std::string store = R"({"args":[15],"op":"store","param":"y"})";
  expect("a missing store", with(store, R"({"args":[15],"op":"neg"})"), invalidIr, "ir.params[3]");
  expect("a store into an input", with(store, R"({"args":[15],"op":"store","param":"x"})"), invalidIr,
         "ir.ops[16].param");
  expect("a second store", with(store, store + "," + store), invalidIr, "ir.ops[17].param");
  expect("a rescue after a store", with(store, store + R"(,{"args":[10],"op":"rescue"})"), invalidIr,
         "ir.ops[17]");
  expect("a store of a scalar into a row", with(store, R"({"args":[4],"op":"store","param":"y"})"), invalidIr,
         "ir.ops[16].args[0]");
  expect("a store of a condition",
         with(store, R"({"args":[0,0],"op":"lt"},{"args":[16],"op":"store","param":"y"})"), invalidIr,
         "ir.ops[17].args[0]");
  expect("a rescue of a tile's condition",
         with(R"({"args":[10],"op":"rescue"})", R"({"args":[0,0],"op":"lt"},{"args":[11],"op":"rescue"})"),
         invalidIr, "ir.ops[12].args[0]");
  const std::string idle = R"({"op":"const","value":0},)";
  auto manyOps = [&](size_t count) { return with(store, repeat(idle, count - 17) + store); };
  expectGood("4096 ops", manyOps(4096));
  expect("4097 ops", manyOps(4097), invalidIr, "ir.ops");
  std::string twoDims = replaced(base(), "\"cols\":16", "\"cols\":16,\"other\":16");
  twoDims = replaced(twoDims, R"("access":"column","dim":"cols")", R"("access":"column","dim":"other")");
  expect("tiles of two dims", twoDims, invalidIr, "ir.ops[15].args[1]");
}

/// A row split over tasks goes with few of the other switches.
void cooperative() {
  KernelChoice choice;
  choice.materialize = "reload";
  choice.cols = 64;
  auto request = [&](const char *key, llvm::json::Value value) {
    llvm::json::Object json = requestJson(choice);
    llvm::json::Object &plan = *json.getObject("plan");
    plan["cooperative"] = true;
    plan[key] = std::move(value);
    std::string text;
    llvm::raw_string_ostream(text) << llvm::json::Value(std::move(json));
    return text;
  };
  const std::string name = "plan.cooperative";
  for (llvm::json::Value v : {llvm::json::Value(1), llvm::json::Value("auto"), llvm::json::Value(nullptr)})
    expect("cooperative, neither true nor false", request("cooperative", v), invalidPlan, name);
  expectGood("cooperative", request("cooperative", true));
  expectGood("not cooperative", request("cooperative", false));
  expect("a row per lane, split", request("mapping", "whole-program"), invalidPlan, name);
  for (const char *v : {"snapshot", "registers", "recompute", "output"})
    expect("values that wait, split", request("materialize", v), invalidPlan, name);
  expect("streaming, split", request("stores", "streaming"), invalidPlan, name);
  expect("masks, split", request("tail", "masked"), invalidPlan, name);
  expectGood("prefetches, split", request("prefetch", 64));
  expect("another order, split", request("order", "mapping"), invalidPlan, name);
  choice.cols = 2147483647;
  expectGood("the longest row, split", request("cooperative", true));
}

void plan() {
  auto value = [](const char *key, const char *was, const std::string &now) {
    std::string quoted = "\"" + std::string(key) + "\":";
    return with(quoted + was, quoted + now);
  };
  expect("no plan", with("\"plan\"", "\"plane\""), invalidPlan, "plan");
  for (const char *plan : {"null", "[]", "\"auto\"", "4"})
    expect("a plan of another type", with("\"plan\":", "\"plan\":" + std::string(plan) + ",\"was\":"),
           invalidPlan, "plan");
  for (const char *v : {"\"auto\"", "\"\"", "null", "0", "\"Packet-local\"", "[\"packet-local\"]"})
    expect("an unknown mapping", value("mapping", "\"packet-local\"", v), invalidPlan, "plan.mapping");
  for (const char *v :
       {"0", "1", "3", "5", "6", "7", "12", "32", "-4", "4.5", "1e300", "4294967300", "\"4\"", "null"})
    expect("a width that is none", value("width", "4", v), invalidPlan, "plan.width");
  for (const char *v : {"0", "1", "\"true\"", "\"auto\"", "\"require\"", "null"})
    expect("an unknown fullPacket", value("fullPacket", "false", v), invalidPlan, "plan.fullPacket");
  for (const char *v : {"\"auto\"", "\"stack\"", "\"\"", "null", "1"})
    expect("an unknown materialize", value("materialize", "\"snapshot\"", v), invalidPlan,
           "plan.materialize");
  for (const char *v :
       {"0", "-16", "1", "3", "17", "18", "65540", "1e300", "16.5", "4294967312", "\"16\"", "null"})
    expect("a block width that is none", value("blockWidth", "16", v), invalidPlan, "plan.blockWidth");
  for (const char *v : {"\"streamed\"", "\"auto\"", "null", "1", "true"})
    expect("unknown stores", value("stores", "\"cached\"", v), invalidPlan, "plan.stores");
  for (const char *v : {"\"mask\"", "\"auto\"", "null", "0"})
    expect("an unknown tail", value("tail", "\"peeled\"", v), invalidPlan, "plan.tail");
  auto added = [](const std::string &text) { return with("\"plan\":{", "\"plan\":{" + text + ","); };
  for (const char *v : {"-1", "65537", "0.5", "\"64\"", "null", "1e300"})
    expect("a prefetch that is none", added("\"prefetch\":" + std::string(v)), invalidPlan, "plan.prefetch");
  for (const char *v : {"0", "3", "16", "-1", "\"4\"", "null"})
    expect("accumulators that are none", added("\"accumulators\":" + std::string(v)), invalidPlan,
           "plan.accumulators");
  for (const char *v : {"\"free\"", "null", "1"})
    expect("an unknown order", added("\"order\":" + std::string(v)), invalidPlan, "plan.order");
  for (const char *v : {"1", "\"f64\"", "null"})
    expect("an unknown precision", added("\"doublePrecision\":" + std::string(v)), invalidPlan,
           "plan.doublePrecision");
  expectGood("the largest block width", value("blockWidth", "16", "65536"));
  for (const char *key : {"fuse", "interleave", "contiguous"}) {
    for (const char *v : {"0", "1", "\"true\"", "\"auto\"", "null", "[]"})
      expect("a switch that is neither on nor off", value(key, "true", v), invalidPlan,
             "plan." + std::string(key));
    expectGood("a switch that is not named", with("\"" + std::string(key) + "\":true,", ""));
  }
  for (const char *v : {"-1", "3", "5", "9", "16", "1e300", "1.5", "4294967297", "\"4\"", "null", "true"})
    expect("an unroll that is none", value("unroll", "0", v), invalidPlan, "plan.unroll");
  for (const char *v : {"1", "2", "4", "8"})
    expectGood("an unroll", value("unroll", "0", v));
  expectGood("a snapshot made by a copy", value("fuse", "true", "false"));
  expect("arrays of each lane's own, by vectors", value("interleave", "true", "false"), invalidPlan,
         "plan.contiguous");
  expectGood("neighbours by gathers", value("contiguous", "true", "false"));
  for (const char *materialize : {"registers", "reload"})
    for (bool fuse : {false, true}) {
      KernelChoice copied;
      copied.cols = 16;
      copied.materialize = materialize;
      copied.fuse = fuse;
      expect("a copy without a snapshot", requestText(copied), fuse ? "" : invalidPlan,
             fuse ? "" : "plan.fuse");
    }
  cooperative();
  for (const char *v :
       {"\"avx\"", "\"\"", "\"NATIVE\"", "\"x86-64-v1\"", "null", "4", "[\"native\"]", "\"+avx2\""})
    expect("unknown features", value("features", "\"native\"", v), invalidTarget, "target.features");
  expect("no target", with("\"target\"", "\"taregt\""), invalidTarget, "target.features");
  expect("a target of another type", with("{\"features\":\"native\"}", "[]"), invalidTarget,
         "target.features");

  KernelChoice access;
  access.cols = 70;
  access.stores = "streaming";
  expectGood("streaming stores", requestText(access));
  access.tail = "overlapping";
  expect("streaming stores with another tail", requestText(access), invalidPlan, "plan.stores");
  access.tail = "peeled";
  access.width = 2;
  expect("streaming stores of 8 bytes", requestText(access), invalidPlan, "plan.stores");
  access.width = 4;
  access.wholeProgram = true;
  expect("streaming stores of transposes", requestText(access), invalidPlan, "plan.stores");
  access.stores = "cached";
  access.tail = "masked";
  expect("a tail under whole-program", requestText(access), invalidPlan, "plan.tail");
  access.wholeProgram = false;
  access.materialize = "registers";
  expect("a masked tail of unrolled rows", requestText(access), invalidPlan, "plan.tail");
  access.tail = "overlapping";
  expectGood("an overlapping tail", requestText(access));
  access.cols = 3;
  expect("an overlapping tail of less than a vector", requestText(access), invalidPlan, "plan.tail");

  KernelChoice choice;
  choice.materialize = "registers";
  choice.cols = 257; // 65 vectors of 4
  expect("a row too long for registers", requestText(choice), invalidPlan, "plan.materialize");
  choice.cols = 256;
  expectGood("a row just short enough", requestText(choice));
  choice.wholeProgram = true;
  choice.cols = 17;
  expect("a row too long for registers, whole-program", requestText(choice), invalidPlan, "plan.materialize");
  choice.cols = 16;
  expectGood("a row just short enough, whole-program", requestText(choice));
  choice.materialize = "snapshot";
  choice.width = 16;
  choice.cols = 100000000; // 6.4 GB
  expect("a snapshot that no machine has room for", requestText(choice), invalidPlan, "plan.materialize");
  choice.cols = 2147483647;
  choice.wholeProgram = false;
  expect("the longest row in a snapshot", requestText(choice), invalidPlan, "plan.materialize");
  choice.materialize = "recompute";
  expect("the longest row, its loads kept", requestText(choice), invalidPlan, "plan.materialize");
  choice.materialize = "reload";
  expectGood("the longest row, loaded again", requestText(choice));
}

} // namespace

int main() {
  reportFaults();
  notJson();
  programHead();
  params();
  ops();
  plan();
  return finish();
}
