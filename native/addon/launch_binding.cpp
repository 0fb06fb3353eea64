#include "addon/launch_binding.h"

#include "addon/launch_status.h"
#include "addon/values.h"
#include "runtime/overlap.h"

namespace tile_simd {
namespace {

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

bool readIndex(napi_env env, napi_value value, uint64_t &count) {
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

} // namespace

LaunchBinding::LaunchBinding(std::shared_ptr<KernelHandle> handle, const std::vector<int64_t> &rowStrides,
                             int32_t columns)
    : handle_(std::move(handle)), entry_(handle_->kernel()->entry()),
      workspaceBytes_(handle_->kernel()->workspaceBytes()),
      programsPerRow_(handle_->kernel()->programsPerRow()) {
  const std::vector<ParamLayout> &layouts = handle_->kernel()->params();
  const bool hasColumns = handle_->kernel()->hasRunTimeColumns();
  parameters_.reserve(layouts.size());
  arguments_.reserve(layouts.size() + hasColumns);
  for (size_t i = 0; i < layouts.size(); ++i) {
    const ParamLayout &layout = layouts[i];
    const bool isScalar = layout.kind == ParamKind::Scalar;
    const int64_t stride = isScalar || layout.access == ParamAccess::Column ? 0 : rowStrides[i];
    parameters_.push_back({isScalar, layout.kind == ParamKind::Output, false, layout.access, layout.by,
                           layout.dtype, uint64_t(layout.isRunTime ? columns : layout.extent),
                           uint64_t(stride), layout.inPlace, 0, 0, nullptr, 0});
    arguments_.push_back({{nullptr}, stride});
  }
  for (size_t i = 0; i < layouts.size(); ++i) {
    isIndirect_ |= layouts[i].access == ParamAccess::Group || layouts[i].access == ParamAccess::Gather;
    if (layouts[i].access == ParamAccess::Group)
      parameters_[layouts[i].by].countsGroups = true;
  }
  if (hasColumns) {
    arguments_.push_back({{nullptr}, 0});
    arguments_.back().index = columns;
  }
  if (isIndirect_)
    rowNumbers_.resize(layouts.size());
  setRows(0);
  ++handle_->environment()->launchers;
  handle_->environment()->adjustExternalMemory(nativeBytes());
}

LaunchBinding::~LaunchBinding() {
  --handle_->environment()->launchers;
  handle_->environment()->adjustExternalMemory(-nativeBytes());
}

int64_t LaunchBinding::nativeBytes() const {
  return int64_t(sizeof *this + parameters_.capacity() * (sizeof(Parameter) + sizeof(LeasedRange)) +
                 arguments_.capacity() * sizeof(LaunchArgument));
}

int32_t LaunchBinding::bind(napi_env env, const napi_value *argv) {
  mayRepeat_ = false;
  if (!handle_->kernel())
    return encode(LaunchStatus::Disposed);
  uint64_t rows, begin, end;
  if (!readIndex(env, argv[0], rows))
    return encode(LaunchStatus::BadRange, 0);
  if (!readIndex(env, argv[1], begin))
    return encode(LaunchStatus::BadRange, 1);
  uint64_t
      programs; // not beyond 2^64: rows < 2^53, and programs per row < 2^31 is refused where it is too many
  if (__builtin_mul_overflow(rows, programsPerRow_, &programs))
    return encode(LaunchStatus::BadRange, 0);
  if (!readIndex(env, argv[2], end) || end > programs)
    return encode(LaunchStatus::BadRange, 2);
  if (begin > end)
    return encode(LaunchStatus::BadRange, 1);

  if (rows != rows_)
    setRows(rows);
  if (begin != begin_ || end != end_) {
    overlapChecked_ = false;
    begin_ = begin;
    end_ = end;
  }
  if (int32_t status = bindValues(env, argv + leading))
    return status;
  if (rows == 0 || overlapChecked_)
    return encode(LaunchStatus::Done);
  if (handle_->kernel()->cooperation().isCooperative() && end > maxCooperativeRows)
    return encode(LaunchStatus::BadRange, 3);
  return checkOverlap();
}

Launch LaunchBinding::launch() const {
  return {entry_, arguments_.data(), unsigned(arguments_.size()),      begin_,
          end_,   workspaceBytes_,   &handle_->kernel()->cooperation()};
}

std::vector<std::vector<int32_t>> LaunchBinding::takeRowNumbers() {
  std::vector<std::vector<int32_t>> taken(rowNumbers_.size());
  taken.swap(rowNumbers_);
  return taken;
}

int32_t LaunchBinding::busy(unsigned range) const {
  return encode(LaunchStatus::Busy, lease_.ranges[range].param);
}

/// Elements from the first of row 0 to behind the last of the last row; 2^64-1 if that is beyond counting.
uint64_t LaunchBinding::elementsNeeded(const Parameter &p) {
  uint64_t total = 0;
  if (p.rows == 0)
    return 0;
  if (__builtin_mul_overflow(p.rows - 1, p.rowStride, &total) ||
      __builtin_add_overflow(total, p.extent, &total))
    return UINT64_MAX;
  return total;
}

void LaunchBinding::setRows(uint64_t rows) {
  rows_ = rows;
  overlapChecked_ = false;
  for (Parameter &p : parameters_)
    setRowsOf(p, p.access == ParamAccess::Row ? rows : 1);
}

/// Group and gather: 1 until their scalars and arrays are known.
void LaunchBinding::setRowsOf(Parameter &p, uint64_t rows) {
  if (p.rows == rows)
    return;
  p.rows = rows;
  p.needed = elementsNeeded(p);
  overlapChecked_ = false;
}

/// Checks every argument and enters it into its slot. A slot that changes invalidates the overlap test
/// before it changes, so that a launch refused half-way leaves no false memory.
int32_t LaunchBinding::bindValues(napi_env env, const napi_value *values) {
  for (unsigned i = 0; i < parameters_.size(); ++i) {
    Parameter &p = parameters_[i];
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
    p.length = length;
    if (length < neededByBinding(p) || length == 0)
      if (int32_t status = refuseLength(env, values[i], length, i))
        return status;
    if (p.address != data) {
      overlapChecked_ = false;
      p.address = slot.data = data;
    }
  }
  return isIndirect_ ? bindIndirect() : encode(LaunchStatus::Done);
}

/// Rows that depend on the values of this launch: groups of rows, and rows named in an array.
int32_t LaunchBinding::bindIndirect() {
  for (unsigned i = 0; i < parameters_.size(); ++i) {
    Parameter &p = parameters_[i];
    if (p.access != ParamAccess::Group)
      continue;
    const auto perGroup = uint64_t(arguments_[p.by].index);
    setRowsOf(p, rows_ / perGroup + (rows_ % perGroup != 0));
    if (p.length < p.needed)
      return encode(LaunchStatus::TooShort, i);
  }
  for (unsigned i = 0; i < parameters_.size(); ++i) {
    Parameter &p = parameters_[i];
    if (p.access != ParamAccess::Gather)
      continue;
    setRowsOf(p, p.length < p.extent ? 0 : (p.length - p.extent) / p.rowStride + 1);
    const Parameter &numbers = parameters_[p.by];
    // A copy: others may write to shared memory after the check, and to any while an asynchronous launch
    // runs.
    std::vector<int32_t> &copy = rowNumbers_[p.by];
    const auto *given = static_cast<const int32_t *>(numbers.address);
    copy.assign(given, given + numbers.needed);
    arguments_[p.by].data = copy.data();
    const int32_t *number = copy.data();
    for (uint64_t row = 0; row < numbers.rows; ++row, number += numbers.rowStride)
      if (*number < 0 || uint64_t(*number) >= p.rows)
        return encode(LaunchStatus::BadRowNumber, p.by, i);
  }
  return encode(LaunchStatus::Done);
}

int32_t LaunchBinding::refuseLength(napi_env env, napi_value array, size_t length, unsigned param) const {
  if (length == 0 && isDetached(env, array))
    return encode(LaunchStatus::Detached, param);
  if (length < neededByBinding(parameters_[param]))
    return encode(LaunchStatus::TooShort, param);
  return encode(LaunchStatus::Done);
}

/// What bind() asks of an array. How many rows of an indirect buffer a launch needs depends on values that
/// are not bound by then, and what `needed` says of it is still the last launch's: one row is enough here.
uint64_t LaunchBinding::neededByBinding(const Parameter &p) const {
  const bool isIndirect = p.access == ParamAccess::Group || p.access == ParamAccess::Gather;
  return !isIndirect ? p.needed : rows_ == 0 ? 0 : p.extent;
}

/// The elements that `rows` rows of a buffer touch, all of it where rows are not those of the launch.
ElementSet LaunchBinding::elementsOf(unsigned param, uint64_t firstRow, uint64_t rows) const {
  const Parameter &p = parameters_[param];
  // The length check has bounded rows * stride and extent by what one array holds: bytes do not overflow.
  const uint64_t bytes = elementBytes(p.dtype), stride = p.rowStride * bytes;
  const auto base = reinterpret_cast<uintptr_t>(p.address);
  if (p.access == ParamAccess::Row)
    return {base + firstRow * stride, rows, stride, p.extent * bytes};
  return {base, p.rows, stride, p.extent * bytes};
}

int32_t LaunchBinding::checkOverlap() {
  BufferUse buffers[maxLaunchArguments];
  unsigned count = 0;
  for (unsigned i = 0; i < parameters_.size(); ++i) {
    const Parameter &p = parameters_[i];
    if (p.isScalar)
      continue;
    ElementSet set = elementsOf(i, 0, rows_);
    if (p.access == ParamAccess::Column) // a row of stride 0, as often as there are rows
      set.rows = rows_;
    buffers[count++] = {set, i, p.isOutput, p.access == ParamAccess::Row, p.inPlace};
  }
  OverlapFinding finding = findOverlap(buffers, count);
  if (finding.found)
    return encode(LaunchStatus::Overlap, finding.output, finding.other);
  setLease();
  overlapChecked_ = true;
  return encode(LaunchStatus::Done);
}

/// Programs that share a row of a grid share its elements, too.
void LaunchBinding::setLease() {
  lease_.ranges.clear();
  if (begin_ == end_)
    return;
  const uint64_t first = begin_ / programsPerRow_, last = (end_ - 1) / programsPerRow_;
  for (unsigned i = 0; i < parameters_.size(); ++i)
    if (const Parameter &p = parameters_[i]; !p.isScalar)
      lease_.ranges.push_back({elementsOf(i, first, last - first + 1), p.isOutput, i});
}

} // namespace tile_simd
