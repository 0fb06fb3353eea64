// The hot call. A launcher is native state behind one JavaScript function: it arrives as callback data, so
// that a launch unwraps nothing, and it holds what does not change from launch to launch.
//
// A launch makes no object on the JavaScript heap: numbers in, a small integer out. It uses Node-API's C
// calls, unlike the rest of the addon, because a status is all that it wants of them: node-addon-api answers
// a call that fails with a JavaScript exception, and reads a typed array's facts by a call each. Addresses
// and lengths are read anew each time, because a view may move (a small array's memory leaves the heap on
// first touch), shrink or lose its buffer between launches. Only the overlap test is remembered: its answer
// depends on the addresses and the row count alone, so it holds while these stay. Everything is checked
// before the entry is called, and no JavaScript runs in between: what was checked is what runs.
#include "addon/launcher.h"

#include "addon/kernel_object.h"
#include "addon/launch_status.h"
#include "addon/values.h"
#include "runtime/launch.h"
#include "runtime/overlap.h"

#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <vector>

namespace tile_simd {
namespace {

constexpr unsigned leading = 3; // rows, begin, end

struct Parameter {
  bool isScalar;
  bool isOutput;
  bool countsGroups; // a scalar that is the number of rows per group
  ParamAccess access;
  unsigned by;
  DType dtype;
  uint64_t extent;
  uint64_t rowStride; // elements; 0 for column-indexed buffers and scalars
  uint64_t inPlace;   // outputs: inputs whose very memory it may be
  uint64_t rows;      // rows of the buffer that a launch may touch
  uint64_t needed;    // elements that the array must have for them
};

/// Whether arrays of this type hold this dtype. 16-bit floats come as their bits, or as Float16Array where
/// there is one.
bool holds(napi_typedarray_type type, DType dtype) {
  switch (dtype) {
  case DType::F32: return type == napi_float32_array;
  case DType::F16: return type == napi_uint16_array || type == napi_float16_array;
  case DType::BF16: return type == napi_uint16_array;
  case DType::I8: return type == napi_int8_array;
  case DType::I32: return type == napi_int32_array;
  }
  return false;
}

/// Elements from the first of row 0 to behind the last of the last row; 2^64-1 if that is beyond counting.
uint64_t elementsNeeded(const Parameter &p) {
  uint64_t total = 0;
  if (p.rows == 0)
    return 0;
  if (__builtin_mul_overflow(p.rows - 1, p.rowStride, &total) ||
      __builtin_add_overflow(total, p.extent, &total))
    return UINT64_MAX;
  return total;
}

bool readCount(napi_env env, napi_value value, uint64_t &count) {
  double number = 0;
  if (napi_get_value_double(env, value, &number) != napi_ok)
    return false;
  if (!(number >= 0 && number <= double(maxSafeInteger))) // NaN fails here, too
    return false;
  count = uint64_t(number);
  return double(count) == number;
}

/// Detached arrays read as empty; only the buffer tells the difference.
bool isDetached(napi_env env, napi_value array) {
  napi_value buffer = nullptr;
  bool detached = false;
  return napi_get_typedarray_info(env, array, nullptr, nullptr, nullptr, &buffer, nullptr) == napi_ok &&
         napi_is_detached_arraybuffer(env, buffer, &detached) == napi_ok && detached;
}

class Launcher {
public:
  /// `columns`: what a kernel with columns at run time takes.
  Launcher(std::shared_ptr<KernelHandle> handle, const std::vector<int64_t> &rowStrides, int32_t columns)
      : handle_(std::move(handle)), entry_(handle_->kernel()->entry()),
        workspaceBytes_(handle_->kernel()->workspaceBytes()),
        programsPerRow_(handle_->kernel()->programsPerRow()),
        slots_(unsigned(handle_->kernel()->params().size())) {
    const std::vector<ParamLayout> &layouts = handle_->kernel()->params();
    for (size_t i = 0; i < layouts.size(); ++i) {
      const ParamLayout &layout = layouts[i];
      const bool isScalar = layout.kind == ParamKind::Scalar;
      const int64_t stride = isScalar || layout.access == ParamAccess::Column ? 0 : rowStrides[i];
      parameters_.push_back({isScalar, layout.kind == ParamKind::Output, false, layout.access, layout.by,
                             layout.dtype, uint64_t(layout.isRunTime ? columns : layout.extent),
                             uint64_t(stride), layout.inPlace, 0, 0});
      arguments_[i].data = nullptr;
      arguments_[i].rowStride = stride;
    }
    for (size_t i = 0; i < layouts.size(); ++i) {
      isIndirect_ |= layouts[i].access == ParamAccess::Group || layouts[i].access == ParamAccess::Gather;
      if (layouts[i].access == ParamAccess::Group)
        parameters_[layouts[i].by].countsGroups = true;
    }
    if (handle_->kernel()->hasRunTimeColumns())
      arguments_[slots_++].index = columns;
    setRows(0);
    ++handle_->environment()->launchers;
  }
  ~Launcher() { --handle_->environment()->launchers; }

  unsigned parameterCount() const { return unsigned(parameters_.size()); }

  int32_t run(napi_env env, const napi_value *argv) {
    if (!handle_->kernel())
      return encode(LaunchStatus::Disposed);
    uint64_t rows, begin, end;
    if (!readCount(env, argv[0], rows))
      return encode(LaunchStatus::BadRange, 0);
    if (!readCount(env, argv[1], begin))
      return encode(LaunchStatus::BadRange, 1);
    uint64_t
        programs; // not beyond 2^64: rows < 2^53, and programs per row < 2^31 is refused where it is too many
    if (__builtin_mul_overflow(rows, programsPerRow_, &programs))
      return encode(LaunchStatus::BadRange, 0);
    if (!readCount(env, argv[2], end) || end > programs)
      return encode(LaunchStatus::BadRange, 2);
    if (begin > end)
      return encode(LaunchStatus::BadRange, 1);

    if (rows != rows_)
      setRows(rows);
    if (int32_t status = bind(env, argv + leading))
      return status;
    if (rows == 0)
      return encode(LaunchStatus::Done);
    if (!overlapChecked_)
      if (int32_t status = checkOverlap())
        return status;

    const Cooperation &cooperation = handle_->kernel()->cooperation();
    if (cooperation.isCooperative() && end > maxCooperativeRows)
      return encode(LaunchStatus::BadRange, 2);
    LaunchResult result =
        cooperation.isCooperative()
            ? launchCooperative(entry_, arguments_, slots_, cooperation, begin, end, workspaceBytes_)
            : launchRange(entry_, arguments_, slots_, begin, end, workspaceBytes_);
    return encode(result == LaunchResult::Done ? LaunchStatus::Done : LaunchStatus::OutOfMemory);
  }

private:
  void setRows(uint64_t rows) {
    rows_ = rows;
    overlapChecked_ = false;
    for (Parameter &p : parameters_)
      setRowsOf(p, p.access == ParamAccess::Row ? rows : 1);
  }

  /// Group and gather: 1 until their scalars and arrays are known.
  void setRowsOf(Parameter &p, uint64_t rows) {
    if (p.rows == rows)
      return;
    p.rows = rows;
    p.needed = elementsNeeded(p);
    overlapChecked_ = false;
  }

  /// Checks every argument and enters it into its slot. A slot that changes invalidates the overlap test
  /// before it changes, so that a launch refused half-way leaves no false memory.
  int32_t bind(napi_env env, const napi_value *values) {
    for (unsigned i = 0; i < parameters_.size(); ++i) {
      const Parameter &p = parameters_[i];
      LaunchArgument &slot = arguments_[i];
      if (p.isScalar) {
        double number = 0;
        if (napi_get_value_double(env, values[i], &number) != napi_ok)
          return encode(LaunchStatus::NotANumber, i);
        if (p.dtype == DType::F32) {
          slot.value = float(number);
          continue;
        }
        if (!(number >= (p.countsGroups ? 1 : INT32_MIN) && number <= INT32_MAX) || number != int32_t(number))
          return encode(LaunchStatus::BadIndex, i);
        slot.index = int32_t(number);
        continue;
      }
      napi_typedarray_type type = napi_uint8_clamped_array; // no dtype's: stands if Node-API knows no name
      size_t length = 0;
      void *data = nullptr;
      if (napi_get_typedarray_info(env, values[i], &type, &length, &data, nullptr, nullptr) != napi_ok ||
          !holds(type, p.dtype))
        return encode(LaunchStatus::WrongArray, i);
      lengths_[i] = length;
      if (length < neededByBinding(p) || length == 0)
        if (int32_t status = refuseLength(env, values[i], length, i))
          return status;
      if (slot.data != data) {
        overlapChecked_ = false;
        slot.data = data;
      }
    }
    return isIndirect_ ? bindIndirect() : encode(LaunchStatus::Done);
  }

  /// Rows that depend on the values of this launch: groups of rows, and rows named in an array.
  int32_t bindIndirect() {
    for (unsigned i = 0; i < parameters_.size(); ++i) {
      Parameter &p = parameters_[i];
      if (p.access != ParamAccess::Group)
        continue;
      const auto perGroup = uint64_t(arguments_[p.by].index);
      setRowsOf(p, rows_ / perGroup + (rows_ % perGroup != 0));
      if (lengths_[i] < p.needed)
        return encode(LaunchStatus::TooShort, i);
    }
    for (unsigned i = 0; i < parameters_.size(); ++i) {
      Parameter &p = parameters_[i];
      if (p.access != ParamAccess::Gather)
        continue;
      setRowsOf(p, lengths_[i] < p.extent ? 0 : (lengths_[i] - p.extent) / p.rowStride + 1);
      const Parameter &numbers = parameters_[p.by];
      const auto *number = static_cast<const int32_t *>(arguments_[p.by].data);
      for (uint64_t row = 0; row < numbers.rows; ++row, number += numbers.rowStride)
        if (*number < 0 || uint64_t(*number) >= p.rows)
          return encode(LaunchStatus::BadRowNumber, p.by, i);
    }
    return encode(LaunchStatus::Done);
  }

  int32_t refuseLength(napi_env env, napi_value array, size_t length, unsigned param) const {
    if (length == 0 && isDetached(env, array))
      return encode(LaunchStatus::Detached, param);
    if (length < neededByBinding(parameters_[param]))
      return encode(LaunchStatus::TooShort, param);
    return encode(LaunchStatus::Done);
  }

  /// What bind() asks of an array. How many rows of an indirect buffer a launch needs depends on values that
  /// are not bound by then, and what `needed` says of it is still the last launch's: one row is enough here.
  uint64_t neededByBinding(const Parameter &p) const {
    const bool isIndirect = p.access == ParamAccess::Group || p.access == ParamAccess::Gather;
    return !isIndirect ? p.needed : rows_ == 0 ? 0 : p.extent;
  }

  int32_t checkOverlap() {
    BufferUse buffers[maxLaunchArguments];
    unsigned count = 0;
    for (unsigned i = 0; i < parameters_.size(); ++i) {
      const Parameter &p = parameters_[i];
      if (p.isScalar)
        continue;
      // The length check has bounded rows * stride and extent by what one array holds: bytes do not overflow.
      const uint64_t bytes = elementBytes(p.dtype);
      const bool shared = p.access == ParamAccess::Column; // a row of stride 0, as often as there are rows
      ElementSet set = {reinterpret_cast<uintptr_t>(arguments_[i].data), shared ? rows_ : p.rows,
                        p.rowStride * bytes, p.extent * bytes};
      buffers[count++] = {set, i, p.isOutput, p.access == ParamAccess::Row, p.inPlace};
    }
    OverlapFinding finding = findOverlap(buffers, count);
    if (finding.found)
      return encode(LaunchStatus::Overlap, finding.output, finding.other);
    overlapChecked_ = true;
    return encode(LaunchStatus::Done);
  }

  std::shared_ptr<KernelHandle> handle_;
  KernelEntry entry_;
  uint64_t workspaceBytes_;
  uint64_t programsPerRow_;
  unsigned slots_; // of the launch record: one per parameter, and the columns where they come with a launch
  uint64_t rows_ = 0;
  bool isIndirect_ = false;     // some parameter is accessed by group or gather
  bool overlapChecked_ = false; // for rows_ and the addresses in arguments_
  std::vector<Parameter> parameters_;
  LaunchArgument arguments_[maxLaunchArguments];
  size_t lengths_[maxLaunchArguments]; // of the arrays, by parameter; set as they are bound
};

/// `capacity` parameters: Node-API fills the whole array that it is given, so small kernels use a small one.
template <unsigned capacity> napi_value launch(napi_env env, napi_callback_info info) {
  napi_value argv[leading + capacity]; // missing arguments read as undefined
  size_t argc = leading + capacity;
  void *data = nullptr;
  napi_value result = nullptr;
  if (napi_get_cb_info(env, info, &argc, argv, nullptr, &data) == napi_ok)
    napi_create_int32(env, static_cast<Launcher *>(data)->run(env, argv), &result);
  return result;
}

napi_callback callbackFor(unsigned parameters) {
  static_assert(maxLaunchArguments == 64, "the largest capacity below");
  return parameters <= 4    ? launch<4>
         : parameters <= 8  ? launch<8>
         : parameters <= 16 ? launch<16>
                            : launch<64>;
}

void finalizeLauncher(napi_env, void *data, void *) { delete static_cast<Launcher *>(data); }

} // namespace

llvm::Expected<Napi::Value> createLauncher(const Napi::CallbackInfo &info) {
  // Strides first: reading them may run getters, which may dispose the kernel.
  auto strides = readCounts(info[1], "rowStrides", maxLaunchArguments);
  if (!strides)
    return strides.takeError();
  auto handle = readLiveKernel(info[0], "kernel");
  if (!handle)
    return handle.takeError();
  const size_t count = (*handle)->kernel()->params().size();
  if (strides->size() != count)
    return invalidValue("rowStrides", "expected one stride for each of the kernel's " + llvm::Twine(count) +
                                          " parameters, given " + llvm::Twine(strides->size()));
  if (count > maxLaunchArguments)
    return internalError("the kernel has more parameters than a launch record");
  int64_t columns = 0;
  if ((*handle)->kernel()->hasRunTimeColumns()) {
    auto given = readCount(info[2], "columns");
    if (!given)
      return given.takeError();
    columns = *given;
    if (columns < 1 || columns > INT32_MAX)
      return invalidValue("columns", "expected an integer from 1 to " + llvm::Twine(INT32_MAX) + ", given " +
                                         llvm::Twine(columns));
  }

  napi_env env = info.Env();
  auto launcher = std::make_unique<Launcher>(std::move(*handle), *strides, int32_t(columns));
  napi_value function = nullptr;
  if (napi_create_function(env, "launch", NAPI_AUTO_LENGTH, callbackFor(unsigned(count)), launcher.get(),
                           &function) != napi_ok)
    return nodeApiFailure(env, "napi_create_function");
  Launcher *data = launcher.release(); // the function's, once the finalizer is attached
  if (napi_add_finalizer(env, function, data, finalizeLauncher, nullptr, nullptr) == napi_ok)
    return Napi::Value(env, function);
  launcher.reset(data);
  return nodeApiFailure(env, "napi_add_finalizer");
}

} // namespace tile_simd
