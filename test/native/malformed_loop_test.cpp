// Requests whose loops over column tiles are wrong in one way each: every one gives an error with the right
// place.
#include "check.h"
#include "request_errors.h"
#include "requests.h"

#include "llvm/Support/raw_ostream.h"

using namespace tile_simd;
using namespace tile_simd::test;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace {

/// Ops of loopProgramJson: 0 load s, 1 const, 2 const.i32, 3 loop, 4 to 6 carries (the last a tile), 7 load
/// x, 8 load weight, 9 columnIndex, 10 tileStart, ..., 13 a tile, 14 reduce, ..., 18 a tile, ..., 22 yield,
/// 23 to 25 results, 26 loop, 27 load x, 28 sub, 29 store y, 30 yield, 31 toFloat, 32 reduce, 33 add, 34
/// store a, 35 store r.
Array opsOf(const Object &program) { return *program.getArray("ops"); }

void expect(const char *what, Array ops, const std::string &argument, int64_t cols = 11, int64_t tile = 4) {
  nowRunning("%s", what);
  Object program = loopProgramJson(cols, tile);
  program["ops"] = std::move(ops);
  Object request = requestJson({});
  request["ir"] = std::move(program);
  std::string text;
  llvm::raw_string_ostream(text) << Value(std::move(request));
  Outcome outcome = tryCompile(text);
  const char *code = argument.empty() ? "" : "ERR_INVALID_IR";
  check(outcome.code == code && outcome.argument == argument &&
            (argument.empty() || !outcome.message.empty()),
        "%s: gave %s (%s) '%s', expected %s (%s)", what, outcome.code.c_str(), outcome.argument.c_str(),
        outcome.message.substr(0, 200).c_str(), code, argument.c_str());
}

/// The ops with one of them replaced.
Array with(unsigned id, std::initializer_list<Object::KV> op) {
  Array ops = opsOf(loopProgramJson(11, 4));
  ops[id] = Object(op);
  return ops;
}

Array args(std::initializer_list<int64_t> ids) { return Array(ids); }

void loops() {
  expect("the program as it is", opsOf(loopProgramJson(11, 4)), "");
  expect("a row shorter than a tile", opsOf(loopProgramJson(11, 4)), "", 3, 64);
  expect("a loop without a dim", with(3, {{"op", "loop"}, {"tile", "tile"}}), "ir.ops[3].dim");
  expect("a loop without tiles", with(3, {{"op", "loop"}, {"dim", "cols"}}), "ir.ops[3].tile");
  for (Value tile : {Value("rows"), Value("one"), Value(4), Value(nullptr)})
    expect("tiles of no dim", with(3, {{"op", "loop"}, {"dim", "cols"}, {"tile", tile}}), "ir.ops[3].tile");
  expect("tiles of the row's dim", with(3, {{"op", "loop"}, {"dim", "cols"}, {"tile", "cols"}}),
         "ir.ops[3].tile");
  expect("a loop over another dim", with(26, {{"op", "loop"}, {"dim", "tile"}, {"tile", "cols"}}),
         "ir.ops[27].param");
  expect("a loop in a loop", with(10, {{"op", "loop"}, {"dim", "cols"}, {"tile", "tile"}}), "ir.ops[10]");
  expect("a carry outside of a loop", with(2, {{"op", "carry"}, {"args", args({1})}}), "ir.ops[2].op");
  expect("a place outside of a loop", with(31, {{"op", "tileStart"}}), "ir.ops[31].op");
  expect("a yield outside of a loop", with(31, {{"op", "yield"}, {"args", Array()}}), "ir.ops[31].op");
  for (const char *op : {"scalar", "const", "rowIndex"})
    expect("what is the same in every tile", with(10, {{"op", op}, {"param", "x"}, {"value", 1}}),
           "ir.ops[10].op");
  expect("a rescue in a loop", with(10, {{"op", "rescue"}, {"args", args({1})}}), "ir.ops[10].op");
  expect("a result in a loop", with(10, {{"op", "result"}, {"args", args({4})}}), "ir.ops[10].op");
  Array open = opsOf(loopProgramJson(11, 4));
  open.pop_back();
  open.pop_back();
  for (unsigned id = 34; id-- > 30;)
    open.pop_back();
  expect("a loop without an end", std::move(open), "ir.ops[26]");
  expect("a loop that does nothing", with(29, {{"op", "neg"}, {"args", args({28})}}), "ir.ops[30]");
}

void carries() {
  expect("a carry behind the first op", with(10, {{"op", "carry"}, {"args", args({1})}}), "ir.ops[10]");
  expect("a carry that starts inside", with(6, {{"op", "carry"}, {"args", args({4})}, {"dim", "tile"}}),
         "ir.ops[6].args[0]");
  expect("a carried tile of the row", with(6, {{"op", "carry"}, {"args", args({0})}, {"dim", "cols"}}),
         "ir.ops[6].dim");
  for (Value dim : {Value("one"), Value("rows"), Value(1)})
    expect("a carried tile of no dim", with(6, {{"op", "carry"}, {"args", args({0})}, {"dim", dim}}),
           "ir.ops[6].dim");
  expect("a carry of nothing", with(4, {{"op", "carry"}, {"args", Array()}}), "ir.ops[4].args");
  for (Array few : {args({}), args({20, 21}), args({20, 21, 18, 18})})
    expect("not one value per carry", with(22, {{"op", "yield"}, {"args", std::move(few)}}),
           "ir.ops[22].args");
  expect("an index for a number", with(22, {{"op", "yield"}, {"args", args({21, 21, 18})}}),
         "ir.ops[22].args[0]");
  expect("a number for a tile", with(22, {{"op", "yield"}, {"args", args({20, 21, 20})}}),
         "ir.ops[22].args[2]");
  expect("a tile for a number", with(22, {{"op", "yield"}, {"args", args({18, 21, 18})}}),
         "ir.ops[22].args[0]");
  expect("the value of a loop", with(22, {{"op", "yield"}, {"args", args({3, 21, 18})}}),
         "ir.ops[22].args[0]");
  expect("a result of no carry", with(23, {{"op", "result"}, {"args", args({7})}}), "ir.ops[23].args[0]");
}

void scopes() {
  expect("a value of the loop, outside", with(31, {{"op", "toFloat"}, {"args", args({21})}}),
         "ir.ops[31].args[0]");
  expect("a value of the other loop", with(28, {{"op", "sub"}, {"args", args({27, 20})}}),
         "ir.ops[28].args[1]");
  expect("a carry, outside", with(33, {{"op", "add"}, {"args", args({4, 32})}}), "ir.ops[33].args[0]");
  expect("a tile of outside", with(28, {{"op", "sub"}, {"args", args({27, 25})}}), "ir.ops[28].args[1]");
  expect("a load of another dim", with(27, {{"op", "load"}, {"param", "s"}}), "ir.ops[27].param");
  expect("a store of another dim", with(29, {{"op", "store"}, {"param", "a"}, {"args", args({28})}}),
         "ir.ops[29].param");
  expect("a store of one value", with(29, {{"op", "store"}, {"param", "y"}, {"args", args({23})}}),
         "ir.ops[29].args[0]");
  expect("a second load", with(8, {{"op", "load"}, {"param", "x"}}), "ir.ops[8].param");
  expect("the elements of the row", with(9, {{"op", "columnIndex"}, {"dim", "cols"}}), "ir.ops[9].dim");
  Object slice{{"dim", "cols"}, {"offset", 1}, {"stride", 1}};
  expect("a slice that ends beyond the row",
         with(27, {{"op", "load"}, {"param", "x"}, {"slice", Value(std::move(slice))}}), "ir.ops[27].slice");
}

} // namespace

int main() {
  reportFaults();
  loops();
  carries();
  scopes();
  return finish();
}
