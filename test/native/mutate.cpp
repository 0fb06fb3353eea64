#include "mutate.h"

#include <cmath>
#include <vector>

namespace tile_simd::test {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

unsigned below(unsigned limit, std::mt19937 &random) { return random() % limit; }

/// Every value in the tree. The pointers hold as long as nothing is put in or taken out.
void collect(Value &value, std::vector<Value *> &all) {
  all.push_back(&value);
  if (Array *array = value.getAsArray())
    for (Value &entry : *array)
      collect(entry, all);
  if (Object *object = value.getAsObject())
    for (auto &[key, entry] : *object)
      collect(entry, all);
}

Value &anyOf(Value &request, std::mt19937 &random) {
  std::vector<Value *> all;
  collect(request, all);
  return *all[below(unsigned(all.size()), random)];
}

Value otherNumber(int64_t was, std::mt19937 &random) {
  const double odd[] = {-1,           0,          0.5,          1.5,    1e300, -1e300,
                        4294967296.0, 2147483647, 2147483648.0, 9.3e18, 65536, 65537};
  switch (below(8, random)) {
  case 0: return odd[below(std::size(odd), random)];
  case 1: return was - 1;
  case 2: return was + 1;
  case 3: return was * 2;
  default: return int64_t(below(20, random)); // mostly small, which is where ids, widths and short rows are
  }
}

const char *otherString(std::mt19937 &random) {
  static const char *const words[] = {"load",
                                      "scalar",
                                      "const",
                                      "add",
                                      "sub",
                                      "mul",
                                      "div",
                                      "min",
                                      "max",
                                      "neg",
                                      "abs",
                                      "sqrt",
                                      "rsqrt",
                                      "floor",
                                      "round",
                                      "reciprocal",
                                      "exp",
                                      "exp2",
                                      "log",
                                      "tanh",
                                      "erf",
                                      "sigmoid",
                                      "sin",
                                      "cos",
                                      "castF16",
                                      "fma",
                                      "lt",
                                      "le",
                                      "gt",
                                      "ge",
                                      "eq",
                                      "ne",
                                      "and",
                                      "or",
                                      "not",
                                      "select",
                                      "reduce",
                                      "rescue",
                                      "store",
                                      "loop",
                                      "carry",
                                      "tileStart",
                                      "columnIndex",
                                      "yield",
                                      "result",
                                      "tile",
                                      "i32",
                                      "sum",
                                      "mean",
                                      "product",
                                      "x",
                                      "weight",
                                      "bias",
                                      "eps",
                                      "y",
                                      "cols",
                                      "one",
                                      "other",
                                      "input",
                                      "output",
                                      "row",
                                      "column",
                                      "f32",
                                      "whole-program",
                                      "packet-local",
                                      "registers",
                                      "snapshot",
                                      "reload",
                                      "recompute",
                                      "native",
                                      "x86-64-v2",
                                      "NaN",
                                      "Infinity",
                                      "-0",
                                      "x86-64-v3",
                                      "x86-64-v4",
                                      "",
                                      "\xc3\xa9",
                                      "f16",
                                      "memcpy",
                                      "tile-simd/ir@1"};
  return words[below(std::size(words), random)];
}

Value anything(std::mt19937 &random) {
  switch (below(7, random)) {
  case 0: return nullptr;
  case 1: return below(2, random) == 0;
  case 2: return otherNumber(0, random);
  case 3: return otherString(random);
  case 4: return Array{};
  case 5: return Object{};
  default: return Array{otherNumber(1, random), otherString(random)};
  }
}

void mutateArray(Array &array, Value &request, std::mt19937 &random) {
  Value inserted = anyOf(request, random); // a copy, taken before anything moves
  unsigned size = unsigned(array.size());
  unsigned at = size ? below(size, random) : 0, other = size ? below(size, random) : 0;
  switch (size ? below(4, random) : 3) {
  case 0: {
    Array rest;
    for (unsigned i = 0; i < size; ++i)
      if (i != at)
        rest.push_back(std::move(array[i]));
    array = std::move(rest);
    return;
  }
  case 1: array.insert(array.begin() + at, Value(array[other])); return;
  case 2: std::swap(array[at], array[other]); return;
  default: array.insert(array.begin() + at, std::move(inserted)); return;
  }
}

void mutateObject(Object &object, Value &request, std::mt19937 &random) {
  Value inserted = anyOf(request, random);
  unsigned at = object.empty() ? 0 : below(unsigned(object.size()), random);
  auto entry = object.begin();
  for (unsigned i = 0; i < at; ++i)
    ++entry;
  switch (object.empty() ? 2 : below(3, random)) {
  case 0: object.erase(entry); return;
  case 1: entry->second = std::move(inserted); return;
  default: object[otherString(random)] = std::move(inserted); return;
  }
}

void mutateValue(Value &value, Value &request, std::mt19937 &random) {
  if (below(12, random) == 0) {
    value = anything(random);
    return;
  }
  switch (value.kind()) {
  case Value::Null: value = anything(random); return;
  case Value::Boolean: value = !*value.getAsBoolean(); return;
  case Value::Number: value = otherNumber(value.getAsInteger().value_or(0), random); return;
  case Value::String: value = otherString(random); return;
  case Value::Array: mutateArray(*value.getAsArray(), request, random); return;
  case Value::Object: mutateObject(*value.getAsObject(), request, random); return;
  }
}

/// Another word of the group that `word` belongs to; the words of a group can stand for each other.
Value otherOfGroup(llvm::StringRef word, std::mt19937 &random) {
  static const std::vector<std::vector<const char *>> groups{
      {"add", "sub", "mul", "div", "min", "max"},
      {"neg", "abs", "sqrt", "rsqrt", "reciprocal", "floor", "round", "exp", "exp2", "log", "tanh", "erf",
       "sigmoid", "sin", "cos", "castF32", "castF16", "castBf16"},
      {"lt", "le", "gt", "ge", "eq", "ne"},
      {"and", "or"},
      {"sum", "max", "min", "product", "mean"},
      {"whole-program", "packet-local"},
      {"registers", "snapshot", "reload", "recompute", "output"},
      {"native", "x86-64-v2", "x86-64-v3", "x86-64-v4"},
  };
  for (const auto &group : groups)
    for (const char *member : group)
      if (word == member)
        return group[below(unsigned(group.size()), random)];
  return word;
}

void mutateOp(Object &op, int64_t id, std::mt19937 &random) {
  Array *args = op.getArray("args");
  if (args && !args->empty() && id > 0 && below(3, random) > 0) {
    (*args)[below(unsigned(args->size()), random)] = int64_t(below(unsigned(id), random));
    return;
  }
  const char *key = op.getString("kind") ? "kind" : op.get("value") ? "value" : "op";
  Value &value = op[key];
  if (std::optional<llvm::StringRef> word = value.getAsString())
    value = otherOfGroup(*word, random);
  else
    value = std::ldexp(double(below(2000, random)) - 1000, int(below(300, random)) - 150);
}

void mutatePlan(Object &plan, std::mt19937 &random) {
  int64_t width = int64_t(2) << below(4, random);
  static const char *const tails[] = {"masked", "overlapping", "peeled"};
  switch (below(10, random)) {
  case 0:
    plan["width"] = width;
    plan["blockWidth"] = width * int64_t(1 + below(5, random));
    return;
  case 1: plan["mapping"] = otherOfGroup("whole-program", random); return;
  case 2: plan["unroll"] = int64_t(1) << below(4, random); return;
  case 3:
    for (const char *key : {"fuse", "interleave", "contiguous"})
      plan[key] = below(2, random) == 0;
    return;
  case 4: plan["stores"] = "streaming"; return;
  case 5: plan["tail"] = tails[below(3, random)]; return;
  case 6: plan["prefetch"] = int64_t(below(5000, random)); return;
  case 7: plan["doublePrecision"] = true; return;
  case 8:
    plan["order"] = "mapping";
    plan["accumulators"] = int64_t(1) << below(4, random);
    return;
  default: plan["materialize"] = otherOfGroup("reload", random); return;
  }
}

} // namespace

void mutateGently(Value &request, std::mt19937 &random) {
  Object &root = *request.getAsObject();
  Object &program = *root.getObject("ir");
  Array &ops = *program.getArray("ops");
  for (unsigned changes = 1 + below(3, random); changes > 0; --changes)
    switch (below(8, random)) {
    case 0: mutatePlan(*root.getObject("plan"), random); break;
    case 1:
      for (auto &[dim, extent] : *program.getObject("dims"))
        extent = int64_t(1 + below(below(4, random) == 0 ? 200 : 20, random));
      break;
    default: {
      unsigned id = below(unsigned(ops.size()), random);
      mutateOp(*ops[id].getAsObject(), id, random);
    }
    }
}

void mutateValues(Value &request, std::mt19937 &random) {
  for (unsigned changes = 1 + below(4, random); changes > 0; --changes)
    mutateValue(anyOf(request, random), request, random);
}

std::string mutateBytes(std::string text, std::mt19937 &random) {
  for (unsigned changes = 1 + below(4, random); changes > 0 && !text.empty(); --changes) {
    size_t at = below(unsigned(text.size()), random);
    switch (below(5, random)) {
    case 0: text[at] = char(random()); break;
    case 1: text.erase(at, 1 + below(8, random)); break;
    case 2: text.insert(at, 1, "[]{},:\"0123456789-.e\\\n"[below(22, random)]); break;
    case 3: text.insert(at, text.substr(below(unsigned(text.size()), random), below(40, random))); break;
    default:
      if (below(8, random) == 0)
        text.resize(at);
      else
        text[at] = char('0' + below(10, random));
    }
  }
  return text;
}

} // namespace tile_simd::test
