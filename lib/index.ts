/**
 * The public names. Everything else in lib/ is internal, whatever it exports.
 *
 * @module tile-simd
 */
export {
  rmsNorm,
  type RmsNorm,
  type RmsNormOptions,
  type RmsNormProgramOptions,
} from './kernels/rms-norm.js';
export {
  layerNorm,
  type LayerNorm,
  type LayerNormOptions,
  type LayerNormProgramOptions,
} from './kernels/layer-norm.js';
export { silu, type Silu, type SiluOptions, type SiluProgramOptions } from './kernels/silu.js';
export { swiglu, type Swiglu, type SwigluOptions, type SwigluProgramOptions } from './kernels/swiglu.js';
export { gelu, type Gelu, type GeluOptions, type GeluProgramOptions } from './kernels/gelu.js';
export { geluResidual, type GeluResidual, type GeluResidualOptions } from './kernels/gelu-residual.js';
export { softmax, type Softmax } from './kernels/softmax.js';
export { logSoftmax, type LogSoftmax } from './kernels/log-softmax.js';
export type { MaskRows, SoftmaxOptions, SoftmaxProgramOptions } from './kernels/softmax-rows.js';
export type { Approximation } from './kernels/activations.js';
export type { ElementwiseOptions } from './kernels/elementwise.js';
export {
  addRmsNorm,
  type AddRmsNorm,
  type AddRmsNormOptions,
  type AddRmsNormProgramOptions,
  type AddRmsNormResult,
} from './kernels/add-rms-norm.js';
export {
  rope,
  type Rope,
  type RopeOptions,
  type RopePairing,
  type RopeProgramOptions,
} from './kernels/rope.js';
export { ropeTables, type RopeTables, type RopeTablesOptions } from './kernels/rope-tables.js';
export {
  l2Normalize,
  type L2Normalize,
  type L2NormalizeOptions,
  type L2NormalizeProgramOptions,
} from './kernels/l2-normalize.js';
export {
  meanPool,
  type MeanPool,
  type MeanPoolOptions,
  type MeanPoolProgramOptions,
  type PoolAxis,
} from './kernels/mean-pool.js';
export {
  quantizeRows,
  type QuantizedRows,
  type QuantizeRows,
  type QuantizeRowsOptions,
  type QuantizeRowsProgramOptions,
} from './kernels/quantize-rows.js';
export type { TierUpMessage } from './kernels/tiers.js';
export type { InnerOption } from './kernels/layout.js';
export type { RowArray, RowDType, RowOptions, SameArray } from './kernels/one-line.js';

export { program, type InputOptions, type OutputOptions, type ProgramBuilder } from './dsl/builder.js';
export type { Output } from './dsl/output.js';
export type { Carried, CarryStart, CarryTileStart, LoopOptions, LoopTile, NextCarried } from './dsl/loop.js';
export type { Condition, Operand, RowMask, RowScalar, Tile, TileMask } from './dsl/values.js';
export type { TileProgram } from './ir/program.js';
export { parseProgram } from './ir/parse.js';
export type { Float16ArrayLike, StorageArray } from './ir/dtype.js';
export type {
  BinaryOp,
  BufferAccess,
  BufferParam,
  CarryOp,
  ColumnIndexOp,
  CompareOp,
  ConstOp,
  DType,
  ElementType,
  ElementwiseOp,
  ElementwiseOpName,
  IndexOp,
  InnerIndexOp,
  InputParam,
  LoadOp,
  LogicalOp,
  LoopOp,
  Op,
  OutputDType,
  OutputParam,
  Param,
  ProgramParts,
  ReduceKind,
  ReduceOp,
  RescueOp,
  ResultOp,
  RowIndexOp,
  ScalarOp,
  ScalarParam,
  Slice,
  StoreOp,
  TileLoopOp,
  TileStartOp,
  UnaryOp,
  ValueType,
  YieldOp,
} from './ir/types.js';

export { compile, compileAsync } from './runtime/compile.js';
export { loadKernel, type LoadKernelOptions } from './runtime/load-kernel.js';
export { codeCache, type CodeCacheState } from './runtime/code-cache.js';
export type { KernelSource } from './native/binding.js';
export type {
  Cooperation,
  Kernel,
  KernelArtifacts,
  KernelInfo,
  LaunchAsyncOptions,
  LaunchOptions,
  Specialization,
  StackFrame,
} from './runtime/kernel.js';
export { performanceMeasures, type LaunchEvent } from './runtime/diagnostics.js';
export type { AsyncOptions } from './runtime/flights.js';
export type { WhenFull } from './runtime/launch-queue.js';
export {
  defaultPool,
  WorkerPool,
  type BatchItems,
  type PoolStats,
  type WorkerPoolOptions,
} from './runtime/worker-pool.js';
export type { PoolOption } from './runtime/pool-handle.js';
export type { LaunchRecord } from './runtime/launch-record.js';
export type { KernelArgument, KernelArguments, StridedArray } from './runtime/arguments.js';
export type { Mapping, Materialize, Plan, PlanOptions, TargetFeatures, Width } from './planner/plan.js';

export { lint, type Finding, type FindingKind } from './inspect/lint.js';
export {
  realization,
  type AccessCounts,
  type FunctionRealization,
  type Realization,
} from './inspect/realization.js';
export { calibrate, targetPolicy, type CalibrateOptions } from './runtime/calibrate.js';
export { explain, type ExplainOptions } from './runtime/explain.js';
export type {
  ExplainedCandidate,
  Explanation,
  RefusedCandidate,
  RunnerUp,
  TunedPlan,
} from './planner/explain.js';
export {
  tune,
  type TuneConfirmation,
  type TunedCandidate,
  type TuneOptions,
  type TuneProgress,
  type TuneResult,
} from './tune/tune.js';
export type { Cost, CostTerms } from './planner/cost.js';
export type { ByLevel, ExecutionCosts, MemoryLevel, TargetPolicy } from './planner/policy.js';
export { reference } from './reference/reference.js';
export {
  verify,
  type Mismatch,
  type Tolerance,
  type VerifiedOutput,
  type VerifyOptions,
  type VerifyReport,
} from './inspect/verify.js';
export { cpu, type Cpu } from './runtime/cpu.js';
export {
  allocAligned,
  type AlignedArray,
  type AlignedType,
  type StorageArrayClass,
} from './runtime/alloc-aligned.js';
export {
  TileSimdError,
  TileSimdRangeError,
  TileSimdTypeError,
  type ErrorCode,
  type ErrorDetails,
} from './errors.js';
