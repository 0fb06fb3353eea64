// The ops of a program under construction. Invariant: one node per distinct (op, arguments), so a common
// subexpression is computed once however the user spells it; finish() drops whatever no store and no rescue needs.
//
// Arguments of commutative ops are not reordered: `add(a, b)` and `add(b, a)` stay two nodes, because a reader of
// the printed program should find what was written.
import { invalidIr } from '../errors.js';
import {
  checkRescue,
  checkStore,
  inferElementwise,
  inferReduce,
  rowIndex,
  isWholeRow,
  rowScalar,
  scalarType,
  bufferType,
} from '../ir/infer.js';
import {
  argsOf,
  one,
  type ElementwiseOpName,
  type InputParam,
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

/** A node's id while the program is being built; finish() renumbers. */
export type NodeId = number;

export class Graph {
  readonly #name: string;
  readonly #params: Param[] = [];
  readonly #ops: Op[] = [];
  readonly #types: (ValueType | undefined)[] = [];
  readonly #known = new Map<string, NodeId>();
  readonly #stores: { readonly param: string; readonly value: NodeId; readonly slice: Slice | undefined }[] =
    [];
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
    return this.#node({ op, args }, (where) =>
      inferElementwise(
        { op, args },
        args.map((arg) => this.typeOf(arg)),
        where,
      ),
    );
  }

  reduce(kind: ReduceKind, arg: NodeId): NodeId {
    return this.#node({ op: 'reduce', kind, args: [arg] }, (where) => inferReduce(this.typeOf(arg), where));
  }

  rescue(condition: NodeId): void {
    this.#expectOpen();
    checkRescue(this.typeOf(condition), 'rescue(condition)');
    if (this.#rescue !== undefined) throw invalidIr('rescue(condition)', 'a program has at most one rescue');
    this.#rescue = condition;
  }

  store(name: string, value: NodeId, dim: string, slice?: Slice): void {
    this.#expectOpen();
    const at = this.#params.findIndex((param) => param.name === name);
    if (this.#stores.some((store) => store.param === name && (!store.slice || !slice)))
      throw invalidIr(name, `output '${name}' is stored twice`);
    const param: OutputParam = { ...(this.#params[at] as OutputParam), dim };
    checkStore(this.typeOf(value), param, `${name}.store(value)`, slice);
    this.#params[at] = param;
    this.#stores.push({ param: name, value, slice });
  }

  /** The program's parts: live ops in the order of their creation, the rescue in its place, stores at the end. */
  finish(): ProgramParts {
    this.#expectOpen();
    this.#finished = true;
    if (this.#stores.length === 0) throw invalidIr(`program '${this.#name}'`, 'stores nothing');
    const live = this.#liveNodes();
    const ids = new Map<NodeId, number>();
    const ops: Op[] = [];
    const renamed = (id: NodeId): number => ids.get(id) as number;
    this.#ops.forEach((op, id) => {
      if (!live.has(id)) return;
      ids.set(id, ops.length);
      ops.push('args' in op ? { ...op, args: op.args.map(renamed) } : op);
      if (id === this.#rescue) ops.push({ op: 'rescue', args: [renamed(id)] });
    });
    for (const { param, value, slice } of this.#stores) {
      ops.push({ op: 'store', param, args: [renamed(value)], ...(slice === undefined ? {} : { slice }) });
    }
    const grid = this.#grid === undefined ? {} : { grid: this.#grid };
    return { name: this.#name, ...grid, params: this.#params, ops };
  }

  #liveNodes(): Set<NodeId> {
    const live = new Set<NodeId>(this.#stores.map((store) => store.value));
    if (this.#rescue !== undefined) live.add(this.#rescue);
    for (let id = this.#ops.length - 1; id >= 0; --id) {
      if (live.has(id)) argsOf(this.#ops[id]).forEach((arg) => live.add(arg));
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

  #node(op: Op, infer: (where: string) => ValueType): NodeId {
    this.#expectOpen();
    const key = keyOf(op);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const type = infer(op.op);
    this.#ops.push(op);
    this.#types.push(type);
    this.#known.set(key, this.#ops.length - 1);
    return this.#ops.length - 1;
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

function keyOf(op: Op): string {
  switch (op.op) {
    case 'load': {
      const { dim, offset, stride } = op.slice ?? {};
      return `load ${op.param} ${dim} ${offset} ${stride}`;
    }
    case 'scalar':
      return `scalar ${op.param}`;
    case 'const':
      return `const ${op.element} ${Object.is(op.value, -0) ? '-0' : String(op.value)}`;
    case 'columnIndex':
      return `columnIndex ${op.dim}`;
    case 'reduce':
      return `reduce.${op.kind} ${op.args.join()}`;
    default:
      return `${op.op} ${argsOf(op).join()}`;
  }
}
