// Reads the text form of print.ts. Invariant: print(parse(print(p))) is print(p), and whatever is accepted has
// passed verify(). More liberal than the printer: `;` starts a comment, white space is free, values may have any
// name (`%sum`), and a value's type may be left out; where it stands, it must be the inferred one.
import { invalidIr, invalidType, type TileSimdError } from '../errors.js';
import { canonicalAffine } from './affine.js';
import { spellType } from './infer.js';
import { parseF32 } from './number.js';
import { TileProgram } from './program.js';
import { inputDTypes } from './dtype.js';
import { dimsOf } from './verify.js';
import { arityOf, bufferAccesses, isIdentifier, one, type Op, type Param, type Slice } from './types.js';

interface Token {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

const tokenPattern =
  /[(){}[\],:=*]|%[A-Za-z0-9_]+|[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z0-9]+)?|[+-]?(?:[0-9]|\.[0-9])(?:[0-9A-Za-z.]|(?<=[eEpP])[+-])*|[+-]Infinity|\+/y;

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  text.split(/\r?\n/).forEach((full, index) => {
    const line = full.replace(/;.*$/, '');
    tokenPattern.lastIndex = 0;
    for (let at = 0; at < line.length;) {
      if (/\s/.test(line.charAt(at))) {
        ++at;
        continue;
      }
      tokenPattern.lastIndex = at;
      const match = tokenPattern.exec(line);
      if (match === null) {
        throw invalidIr(
          `text:${index + 1}:${at + 1}`,
          `unexpected character ${JSON.stringify(line.charAt(at))}`,
        );
      }
      tokens.push({ text: match[0], line: index + 1, column: at + 1 });
      at += match[0].length;
    }
  });
  const last = text.split(/\r?\n/);
  tokens.push({ text: '', line: last.length, column: (last.at(-1) ?? '').length + 1 });
  return tokens;
}

interface Annotation {
  readonly id: number;
  readonly type: string;
  readonly token: Token;
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  readonly #params: Param[] = [];
  readonly #ops: Op[] = [];
  readonly #values = new Map<string, number>();
  readonly #annotations: Annotation[] = [];

  constructor(text: string) {
    this.#tokens = tokenize(text);
  }

  run(): TileProgram {
    this.#expect('program');
    const name = this.#identifier('a program name');
    const dimsAt = this.#peek();
    const { dims, fixed } = this.#dimList();
    let grid: string | undefined;
    if (this.#peek().text === 'grid') {
      this.#take();
      grid = this.#identifier('a dim');
    }
    this.#expect('{');
    while (['input', 'output', 'scalar'].includes(this.#peek().text)) this.#params.push(this.#param());
    while (this.#peek().text !== '}') this.#statement();
    this.#expect('}');
    if (this.#peek().text !== '') this.#fail(this.#peek(), 'the end of the text');
    const program = new TileProgram({
      name,
      ...(grid === undefined ? {} : { grid }),
      ...(fixed === undefined ? {} : { fixed }),
      params: this.#params,
      ops: this.#ops,
    });
    const used = dimsOf(program);
    if (used.join() !== dims.join()) {
      throw this.#error(
        dimsAt,
        `the program has dims (${used.join(', ')}), the head says (${dims.join(', ')})`,
      );
    }
    for (const { id, type, token } of this.#annotations) {
      const inferred = program.types[id];
      const spelled = inferred === undefined ? 'none' : spellType(inferred);
      if (spelled !== type) throw this.#error(token, `the value has type ${spelled}, the text says ${type}`);
    }
    return program;
  }

  #peek(): Token {
    return this.#tokens[this.#next];
  }

  #take(): Token {
    const token = this.#peek();
    if (token.text !== '') ++this.#next;
    return token;
  }

  #error(token: Token, message: string): TileSimdError {
    return invalidIr(`text:${token.line}:${token.column}`, message);
  }

  #fail(token: Token, expected: string): never {
    const given = token.text === '' ? 'the end of the text' : `'${token.text}'`;
    throw invalidIr(`text:${token.line}:${token.column}`, `expected ${expected}, found ${given}`, {
      given,
      expected,
    });
  }

  #expect(text: string): Token {
    const token = this.#take();
    if (token.text !== text) this.#fail(token, `'${text}'`);
    return token;
  }

  #oneOf(choices: readonly string[]): string {
    const token = this.#take();
    if (!choices.includes(token.text)) this.#fail(token, choices.map((choice) => `'${choice}'`).join(' or '));
    return token.text;
  }

  #identifier(what: string): string {
    const token = this.#take();
    if (!isIdentifier(token.text)) this.#fail(token, what);
    return token.text;
  }

  /** The dims of the head, and the extents that stand beside them. */
  #dimList(): { dims: string[]; fixed: Record<string, number> | undefined } {
    const dims: string[] = [];
    let fixed: Record<string, number> | undefined;
    this.#expect('(');
    while (this.#peek().text !== ')') {
      if (dims.length > 0) this.#expect(',');
      const dim = this.#identifier('a dim');
      dims.push(dim);
      if (this.#peek().text !== '=') continue;
      this.#take();
      fixed = { ...fixed, [dim]: this.#integer() };
    }
    this.#expect(')');
    return { dims, fixed };
  }

  #param(): Param {
    const kind = this.#take().text;
    const name = this.#identifier('a parameter name');
    this.#expect(':');
    // verify() judges which of them may stand where.
    if (kind === 'scalar') return { name, kind, dtype: this.#oneOf(['f32', 'i32']) } as Param;
    const access = this.#oneOf(bufferAccesses);
    let by: string | undefined;
    if (this.#peek().text === '(') {
      this.#expect('(');
      by = this.#identifier('the name of a parameter');
      this.#expect(')');
    }
    const dtype = this.#oneOf(inputDTypes);
    const dim = this.#bracketedDim() ?? one;
    return { name, kind, access, ...(by === undefined ? {} : { by }), dtype, dim } as Param;
  }

  #bracketedDim(): string | undefined {
    if (this.#peek().text !== '[') return undefined;
    this.#expect('[');
    const dim = this.#identifier('a dim');
    this.#expect(']');
    return dim;
  }

  #statement(): void {
    const first = this.#peek();
    let value: string | undefined;
    if (first.text.startsWith('%')) {
      value = this.#take().text;
      if (this.#values.has(value)) throw this.#error(first, `${value} is defined twice`);
      if (this.#peek().text === ':') this.#annotation();
      this.#expect('=');
    }
    const mnemonic = this.#peek();
    this.#ops.push(this.#op());
    const hasValue = !['rescue', 'store', 'loop', 'yield'].includes(mnemonic.text);
    if (hasValue !== (value !== undefined)) {
      throw this.#error(
        first,
        hasValue ? `${mnemonic.text} needs a name for its value` : `${mnemonic.text} has no value`,
      );
    }
    if (value !== undefined) this.#values.set(value, this.#ops.length - 1);
  }

  #annotation(): void {
    this.#expect(':');
    const token = this.#take();
    if (!['f32', 'i32', 'i1'].includes(token.text)) this.#fail(token, "'f32', 'i32' or 'i1'");
    const dim = this.#bracketedDim();
    this.#annotations.push({
      id: this.#ops.length,
      type: dim === undefined ? token.text : `${token.text}[${dim}]`,
      token,
    });
  }

  #op(): Op {
    const mnemonic = this.#take();
    if (mnemonic.text.startsWith('reduce.')) {
      const kind = mnemonic.text.slice('reduce.'.length);
      return { op: 'reduce', kind, args: this.#args(1) } as unknown as Op; // verify() judges the kind
    }
    switch (mnemonic.text) {
      case 'load':
        return { op: 'load', param: this.#identifier('a parameter name'), ...this.#slice() };
      case 'scalar':
        return { op: 'scalar', param: this.#identifier('a parameter name') };
      case 'const':
        return { op: 'const', value: this.#constant() };
      case 'const.i32':
        return { op: 'const', value: this.#integer(), element: 'i32' };
      case 'columnIndex':
        return { op: 'columnIndex', dim: this.#identifier('a dim') };
      case 'rowIndex':
      case 'innerIndex':
      case 'tileStart':
        return { op: mnemonic.text };
      case 'store': {
        const param = this.#identifier('a parameter name');
        const slice = this.#slice();
        this.#expect(',');
        return { op: 'store', param, args: this.#args(1), ...slice };
      }
      case 'loop':
        return this.#loopHead();
      case 'carry': {
        const args = this.#args(1);
        if (this.#peek().text !== ':') return { op: 'carry', args };
        this.#take();
        return { op: 'carry', args, dim: this.#identifier('a dim') };
      }
      case 'yield':
        return this.#loopEnd();
      default: {
        const arity = arityOf(mnemonic.text);
        if (arity === undefined || mnemonic.text === 'reduce') this.#fail(mnemonic, 'an op');
        return { op: mnemonic.text, args: this.#args(arity) } as Op;
      }
    }
  }

  #loopHead(): Op {
    const dim = this.#identifier('a dim');
    this.#expect('by');
    const tile = this.#identifier('a dim');
    this.#expect('{');
    return { op: 'loop', dim, tile };
  }

  /** The values of a yield, and the brace that ends the loop with it. */
  #loopEnd(): Op {
    const args: number[] = [];
    while (this.#peek().text !== '}') {
      if (args.length > 0) this.#expect(',');
      args.push(...this.#args(1));
    }
    this.#expect('}');
    return { op: 'yield', args };
  }

  /** `[offset : dim : stride]`, if it stands here. */
  #slice(): { slice?: Slice } {
    if (this.#peek().text !== '[') return {};
    const open = this.#take();
    let text = '';
    while (this.#peek().text !== ':' && this.#peek().text !== '') text += this.#take().text;
    const offset = canonicalAffine(text);
    if (offset === undefined) this.#fail(open, 'an offset such as 2*half + 1');
    this.#expect(':');
    const dim = this.#identifier('a dim');
    this.#expect(':');
    const stride = this.#integer();
    this.#expect(']');
    return { slice: { dim, offset, stride } };
  }

  #integer(): number {
    const token = this.#take();
    if (!/^-?\d{1,10}$/.test(token.text)) this.#fail(token, 'an integer');
    return Number(token.text);
  }

  #constant(): number {
    const token = this.#take();
    const value = parseF32(token.text);
    if (value === undefined) this.#fail(token, 'a number, NaN, Infinity or -Infinity');
    return value;
  }

  #args(count: number): number[] {
    const args: number[] = [];
    while (args.length < count) {
      if (args.length > 0) this.#expect(',');
      const token = this.#take();
      const id = this.#values.get(token.text);
      if (id === undefined) this.#fail(token, 'an earlier value');
      args.push(id);
    }
    return args;
  }
}

/**
 * Reads a program back from its text form (`String(program)`).
 * @throws ERR_INVALID_ARG_TYPE for anything but a string; ERR_INVALID_IR; `argument` is `text:LINE:COLUMN`, or the place in the IR (`ir.ops[3]`).
 */
export function parseProgram(text: string): TileProgram {
  if (typeof text !== 'string') throw invalidType('text', 'the text of a program', text);
  return new Parser(text).run();
}
