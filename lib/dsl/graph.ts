// The ops of a program under construction. Invariant: one node per distinct (op, arguments), so a common
// subexpression is computed once however the user spells it; finish() drops whatever no store and no rescue needs.
//
// A loop's nodes belong to it, and so does whatever is computed from them; everything else that its callback makes is the
// same for every tile and stands before the loop.
//
// Arguments of commutative ops are not reordered: `add(a, b)` and `add(b, a)` stay two nodes, because a reader of
// the printed program should find what was written.
import { invalidIr } from '../errors.js';
import {
  checkRescue,
  checkStore,
  inferElementwise,
  inferCarry,
  inferReduce,
  rowIndex,
  isWholeRow,
  rowScalar,
  scalarType,
  bufferType,
  checkYield,
  spellType,
  tilePartType,
} from '../ir/infer.js';
import {
  argsOf,
  one,
  type CarryOp,
  type ElementwiseOpName,
  type InputParam,
  type LoopOp,
  type Op,
  type OutputDType,
  type OutputParam,
  type Param,
  type ProgramParts,
  type ReduceKind,
  type ScalarParam,
  type Slice,
  type ValueType,
} from '../ir/types.js';
import { keyOf, type GraphLoop, type GraphStore, type NodeId } from './node.js';

export type { GraphLoop, NodeId } from './node.js';

export class Graph {
  readonly #name: string;
  readonly #params: Param[] = [];
  readonly #ops: Op[] = [];
  readonly #types: (ValueType | undefined)[] = [];
  readonly #known = new Map<string, NodeId>();
  /** Of the program's end; those of a loop are its own. */
  readonly #stores: GraphStore[] = [];
  /** By node, the loop that it belongs to. */
  readonly #loopOf: (GraphLoop | undefined)[] = [];
  readonly #loops: { readonly loop: GraphLoop; readonly before: NodeId }[] = [];
  readonly #fixed: Record<string, number> = {};
  #loop: GraphLoop | undefined;
  #grid: string | undefined;
  #rescue: NodeId | undefined;
  #finished = false;

  constructor(name: string) {
    this.#name = name;
  }

  typeOf(id: NodeId): ValueType {
    return this.#types[id] as ValueType;
  }

  /** Declares an input and loads its whole row. */
  input(param: InputParam): NodeId {
    this.#declare(param);
    return this.#node({ op: 'load', param: param.name }, () => bufferType(param));
  }

  /** Loads a part of the row that `whole`, a load, takes whole; undefined if it is another op. */
  slice(whole: NodeId, slice: Slice): NodeId | undefined {
    const op = this.#ops[whole];
    if (op.op !== 'load') return undefined;
    const param = this.#params.find(({ name }) => name === op.param) as InputParam;
    if (isWholeRow(slice, param)) return this.#node({ op: 'load', param: op.param }, () => bufferType(param));
    return this.#node({ op: 'load', param: op.param, slice }, () => bufferType(param, slice));
  }

  /** Fixes the extent of a dim, which may be fixed to that already. */
  fix(dim: string, extent: number): void {
    this.#expectOpen();
    this.#fixed[dim] = extent;
  }

  /** Begins a loop; what is made before endLoop() and depends on one of its tiles belongs to it. */
  beginLoop(op: LoopOp): GraphLoop {
    this.#expectOpen();
    if (this.#loop !== undefined) throw invalidIr('loop', 'a loop cannot stand in a loop');
    this.#loop = { op, carries: [], stores: [], next: [] };
    return this.#loop;
  }

  /** A value carried from tile to tile, from `initial` on; with `dim` a tile of such elements. */
  carry(loop: GraphLoop, initial: NodeId, where: string, dim?: string): NodeId {
    const type = inferCarry(this.typeOf(initial), where, dim);
    const op: CarryOp = { op: 'carry', args: [initial], ...(dim === undefined ? {} : { dim }) };
    const id = this.#push(op, type, loop);
    loop.carries.push(id);
    return id;
  }

  /** Loads the current tile's part of what `whole`, a load, takes of a row; undefined if it is another op. */
  loadTile(loop: GraphLoop, whole: NodeId): NodeId | undefined {
    this.#expectRunning(loop);
    const op = this.#ops[whole];
    if (op.op !== 'load') return undefined;
    const type = this.typeOf(whole);
    if (type.dim !== loop.op.dim)
      throw invalidIr(
        'load(tile)',
        `a loop over ${loop.op.dim} loads tiles of that dim, given ${spellType(type)}`,
      );
    return this.#node(op, () => tilePartType(type, loop.op.tile), loop);
  }

  tileStart(loop: GraphLoop): NodeId {
    this.#expectRunning(loop);
    return this.#node({ op: 'tileStart' }, () => rowIndex, loop);
  }

  /** Number of the element within its tile. */
  tileIndex(loop: GraphLoop): NodeId {
    this.#expectRunning(loop);
    const dim = loop.op.tile;
    return this.#node({ op: 'columnIndex', dim }, () => ({ shape: 'tile', element: 'i32', dim }), loop);
  }

  /** Ends a loop; `next` gives the carries their values for the next tile, or after the last. Returns the latter. */
  endLoop(loop: GraphLoop, next: readonly NodeId[], where: readonly string[]): NodeId[] {
    if (next.length === 0 && loop.stores.length === 0)
      throw invalidIr('loop(body)', 'the loop neither carries nor stores anything');
    next.forEach((id, i) => {
      this.#expectVisible(id, where[i]);
      checkYield(this.typeOf(id), this.typeOf(loop.carries[i]), where[i]);
    });
    loop.next = next;
    this.#loops.push({ loop, before: this.#ops.length });
    this.#loop = undefined;
    return loop.carries.map((carry) =>
      this.#push({ op: 'result', args: [carry] }, this.typeOf(carry), undefined),
    );
  }

  scalar(param: ScalarParam): NodeId {
    this.#declare(param);
    return this.#node({ op: 'scalar', param: param.name }, () => scalarType(param));
  }

  /** Name of the parameter behind a scalar or a load of an input; undefined for another op. */
  paramOf(id: NodeId): string | undefined {
    const op = this.#ops[id];
    return op.op === 'scalar' || op.op === 'load' ? op.param : undefined;
  }

  grid(dim: string): void {
    this.#expectOpen();
    if (this.#grid !== undefined) throw invalidIr('grid(dim)', 'a program has one grid');
    this.#grid = dim;
  }

  columnIndex(dim: string): NodeId {
    return this.#node({ op: 'columnIndex', dim }, () => ({ shape: 'tile', element: 'i32', dim }));
  }

  index(op: 'rowIndex' | 'innerIndex'): NodeId {
    return this.#node({ op }, () => rowIndex);
  }

  /** Keeps the output's place among the parameters; its dim is known when a value is stored. */
  output(name: string, dtype: OutputDType): void {
    this.#declare({ name, kind: 'output', access: 'row', dtype, dim: one });
  }

  constant(value: number): NodeId {
    return this.#node({ op: 'const', value: Math.fround(value) }, () => rowScalar);
  }

  indexConstant(value: number): NodeId {
    return this.#node({ op: 'const', value, element: 'i32' }, () => rowIndex);
  }

  elementwise(op: ElementwiseOpName, args: readonly NodeId[]): NodeId {
    const infer = (where: string): ValueType =>
      inferElementwise(
        { op, args },
        args.map((arg) => this.typeOf(arg)),
        where,
      );
    return this.#node({ op, args }, infer, this.#loopOfArgs(args, op));
  }

  reduce(kind: ReduceKind, arg: NodeId): NodeId {
    const infer = (where: string): ValueType => inferReduce(this.typeOf(arg), where);
    return this.#node({ op: 'reduce', kind, args: [arg] }, infer, this.#loopOfArgs([arg], 'reduce'));
  }

  rescue(condition: NodeId): void {
    this.#expectOpen();
    this.#expectOutside(condition, 'rescue(condition)');
    checkRescue(this.typeOf(condition), 'rescue(condition)');
    if (this.#rescue !== undefined) throw invalidIr('rescue(condition)', 'a program has at most one rescue');
    this.#rescue = condition;
  }

  store(name: string, value: NodeId, dim: string, slice?: Slice): void {
    this.#expectOutside(value, `${name}.store(value)`);
    this.#store(this.#stores, name, value, dim, slice);
  }

  /** Stores the current tile's part of an output's row, or of a slice of it. */
  storeTile(loop: GraphLoop, name: string, value: NodeId, dim: string, slice?: Slice): void {
    this.#expectRunning(loop);
    this.#expectVisible(value, 'store(value)');
    this.#store(loop.stores, name, value, dim, slice, loop.op);
  }

  #store(
    stores: GraphStore[],
    name: string,
    value: NodeId,
    dim: string,
    slice: Slice | undefined,
    loop?: LoopOp,
  ): void {
    this.#expectOpen();
    const at = this.#params.findIndex((param) => param.name === name);
    if (this.#allStores().some((store) => store.param === name && (!store.slice || !slice)))
      throw invalidIr(name, `output '${name}' is stored twice`);
    const param: OutputParam = { ...(this.#params[at] as OutputParam), dim };
    const whole = bufferType(param, slice).dim;
    if (loop !== undefined && whole !== loop.dim)
      throw invalidIr('store(output)', `a loop over ${loop.dim} stores tiles of that dim, given ${whole}`);
    checkStore(this.typeOf(value), param, `${name}.store(value)`, slice, loop?.tile);
    this.#params[at] = param;
    stores.push({ param: name, value, slice });
  }

  #allStores(): GraphStore[] {
    const running = this.#loop === undefined ? [] : this.#loop.stores;
    return [...this.#loops.flatMap(({ loop }) => loop.stores), ...running, ...this.#stores];
  }

  /**
   * The program's parts: live ops in the order of their creation, loops where their callbacks ended, the rescue in its
   * place, stores at the end of the loop or of the program.
   */
  finish(): ProgramParts {
    this.#expectOpen();
    this.#finished = true;
    if (this.#allStores().length === 0) throw invalidIr(`program '${this.#name}'`, 'stores nothing');
    const live = this.#liveNodes();
    const ids = new Map<NodeId, number>();
    const ops: Op[] = [];
    const renamed = (id: NodeId): number => ids.get(id) as number;
    const emitNodes = (begin: NodeId, end: NodeId, loop?: GraphLoop): void => {
      for (let id = begin; id < end; ++id) {
        if (!live.has(id) || this.#loopOf[id] !== loop) continue;
        const op = this.#ops[id];
        ids.set(id, ops.length);
        ops.push('args' in op ? { ...op, args: op.args.map(renamed) } : op);
        if (id === this.#rescue) ops.push({ op: 'rescue', args: [renamed(id)] });
      }
    };
    const emitStores = (stores: readonly GraphStore[]): void => {
      for (const { param, value, slice } of stores)
        ops.push({ op: 'store', param, args: [renamed(value)], ...(slice === undefined ? {} : { slice }) });
    };
    let done = 0;
    const loops = this.#loops.filter(({ loop }) => this.#isLive(loop, live));
    for (const { loop, before } of loops) {
      emitNodes(done, before);
      done = before;
      ops.push(loop.op);
      emitNodes(0, before, loop);
      emitStores(loop.stores);
      ops.push({ op: 'yield', args: loop.next.map(renamed) });
    }
    emitNodes(done, this.#ops.length);
    emitStores(this.#stores);
    const dims = new Set(loops.map(({ loop }) => loop.op.tile));
    const fixed = Object.entries(this.#fixed).filter(([dim]) => dims.has(dim));
    return {
      name: this.#name,
      ...(this.#grid === undefined ? {} : { grid: this.#grid }),
      ...(fixed.length === 0 ? {} : { fixed: Object.fromEntries(fixed) }),
      params: this.#params,
      ops,
    };
  }

  #isLive({ carries, stores }: GraphLoop, live: ReadonlySet<NodeId>): boolean {
    return stores.length > 0 || carries.some((carry) => live.has(carry));
  }

  #liveNodes(): Set<NodeId> {
    const live = new Set<NodeId>(this.#allStores().map((store) => store.value));
    const keepLoop = ({ carries, next }: GraphLoop): void => {
      for (const id of [...carries, ...next]) live.add(id);
    };
    for (const { loop } of this.#loops) if (loop.stores.length > 0) keepLoop(loop);
    if (this.#rescue !== undefined) live.add(this.#rescue);
    for (let id = this.#ops.length - 1; id >= 0; --id) {
      const op = this.#ops[id];
      if (!live.has(id)) continue;
      argsOf(op).forEach((arg) => live.add(arg));
      if (op.op === 'result') keepLoop(this.#loopOf[op.args[0]] as GraphLoop);
    }
    return live;
  }

  #declare(param: Param): void {
    this.#expectOpen();
    if (this.#params.some((other) => other.name === param.name)) {
      throw invalidIr(param.name, `'${param.name}' is declared twice`);
    }
    this.#params.push(param);
  }

  #node(op: Op, infer: (where: string) => ValueType, loop?: GraphLoop): NodeId {
    this.#expectOpen();
    const key = loop === undefined ? keyOf(op) : `loop ${this.#loops.length} ${keyOf(op)}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const id = this.#push(op, infer(op.op), loop);
    this.#known.set(key, id);
    return id;
  }

  #push(op: Op, type: ValueType, loop: GraphLoop | undefined): NodeId {
    this.#ops.push(op);
    this.#types.push(type);
    this.#loopOf.push(loop);
    return this.#ops.length - 1;
  }

  /** The loop that a value computed of `args` belongs to. */
  #loopOfArgs(args: readonly NodeId[], op: string): GraphLoop | undefined {
    args.forEach((arg) => {
      this.#expectVisible(arg, op);
    });
    const inside = args.find((arg) => this.#loopOf[arg] !== undefined);
    if (inside === undefined) return undefined;
    for (const arg of args) {
      const type = this.typeOf(arg);
      if (this.#loopOf[arg] === undefined && type.shape === 'tile')
        throw invalidIr(op, `a loop sees nothing of outside but values per row, given ${spellType(type)}`, {
          given: spellType(type),
          expected: 'a value per row, or an input loaded by the loop',
        });
    }
    return this.#loop;
  }

  #expectVisible(id: NodeId, where: string): void {
    const loop = this.#loopOf[id];
    if (loop === undefined || loop === this.#loop) return;
    throw invalidIr(where, 'a value of a loop is of no use outside of it; it returns what it carries');
  }

  /** For what stands at the end of the program. */
  #expectOutside(id: NodeId, where: string): void {
    this.#expectVisible(id, where);
    if (this.#loopOf[id] === undefined) return;
    throw invalidIr(where, 'a value of a loop cannot be used here: the loop stores its tiles itself');
  }

  #expectRunning(loop: GraphLoop): void {
    this.#expectOpen();
    if (loop === this.#loop) return;
    throw invalidIr('loop(body)', 'the loop has ended: its tiles are of use only inside the callback');
  }

  #expectOpen(): void {
    if (this.#finished) {
      throw invalidIr(
        `program '${this.#name}'`,
        'is finished: builder and values are of use only inside the callback',
      );
    }
  }
}
