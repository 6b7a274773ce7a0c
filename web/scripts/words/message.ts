/**
 * The syntax of messages: a part of ICU MessageFormat, `{name}`, `{n, plural, …}` and `{side,
 * select, …}`.
 */

export type Part =
  | { kind: 'text'; text: string }
  | { kind: 'argument'; name: string }
  /** The number of the plural around it, written `#`. */
  | { kind: 'number'; name: string }
  | { kind: 'plural' | 'select'; name: string; branches: [string, Part[]][] };

/** How deep branches may stand in one another, and how long a message may be. */
const DEPTH_MAX = 4;
const LENGTH_MAX = 4_000;

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const BRANCH = /=\d{1,6}|[A-Za-z0-9_]+/y;
const SPACE = /\s*/y;

export class BadMessage extends Error {
  constructor(what: string, at: number) {
    super(`${what} (character ${at + 1})`);
  }
}

/** What a message consists of; throws `BadMessage` where it cannot be read. */
export function parseMessage(source: string): Part[] {
  if (source.length > LENGTH_MAX) throw new BadMessage(`a message has at most ${LENGTH_MAX} characters`, 0);
  const reader = new Reader(source);
  const parts = reader.parts(0, null);
  if (!reader.atEnd) throw reader.bad('“}” closes nothing');
  return parts;
}

class Reader {
  private at = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  get atEnd(): boolean {
    return this.at >= this.source.length;
  }

  bad(what: string): BadMessage {
    return new BadMessage(what, this.at);
  }

  /**
   * Up to the end or the brace that closes a branch; `plural` is the number that `#` stands for.
   */
  parts(depth: number, plural: string | null): Part[] {
    const parts: Part[] = [];
    let text = '';
    const flush = () => {
      if (text) parts.push({ kind: 'text', text });
      text = '';
    };
    while (!this.atEnd) {
      const sign = this.source[this.at];
      if (sign === '}') break;
      if (sign === "'") text += this.quoted(plural !== null);
      else if (sign === '{') {
        flush();
        parts.push(this.argument(depth));
      } else if (sign === '#' && plural !== null) {
        flush();
        parts.push({ kind: 'number', name: plural });
        this.at++;
      } else {
        text += sign;
        this.at++;
      }
    }
    flush();
    return parts;
  }

  /** `''` is an apostrophe, `'{…'` is text as it stands, and any other apostrophe is itself. */
  private quoted(inPlural: boolean): string {
    this.at++;
    const next = this.source[this.at];
    if (next === "'") {
      this.at++;
      return "'";
    }
    if (next !== '{' && next !== '}' && !(next === '#' && inPlural)) return "'";
    let text = '';
    while (!this.atEnd) {
      const sign = this.source[this.at++];
      if (sign !== "'") text += sign;
      else if (this.source[this.at] === "'") {
        text += "'";
        this.at++;
      } else return text;
    }
    throw this.bad('a quotation is not closed');
  }

  private argument(depth: number): Part {
    if (depth >= DEPTH_MAX) throw this.bad('braces stand too deep in one another');
    this.at++;
    const name = this.take(NAME) ?? this.fail('the name of an argument is missing');
    if (this.eat('}')) return { kind: 'argument', name };
    this.eat(',') || this.fail('“,” or “}” is missing');
    const kind = this.take(NAME);
    if (kind !== 'plural' && kind !== 'select')
      throw this.bad(`“${kind ?? ''}” is neither plural nor select`);
    this.eat(',') || this.fail('“,” is missing');
    const branches: [string, Part[]][] = [];
    while (!this.eat('}')) {
      const key = this.take(BRANCH) ?? this.fail('the name of a branch is missing');
      if (kind === 'select' && key.startsWith('=')) throw this.bad('only a plural has a branch for a number');
      if (branches.some(([known]) => known === key)) throw this.bad(`“${key}” is there twice`);
      this.eat('{') || this.fail('“{” is missing');
      // Within a select `#` is text again: the number is written by its name there.
      const inner = this.parts(depth + 1, kind === 'plural' ? name : null);
      this.eat('}') || this.fail('“}” is missing');
      branches.push([key, inner]);
    }
    if (!branches.some(([key]) => key === 'other')) throw this.bad('“other” is missing');
    return { kind, name, branches };
  }

  private take(what: RegExp): string | null {
    this.space();
    what.lastIndex = this.at;
    const found = what.exec(this.source)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  private eat(sign: string): boolean {
    // What follows a brace that opens a branch is text, spaces and all.
    this.space();
    if (this.source[this.at] !== sign) return false;
    this.at++;
    return true;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.source)?.[0].length ?? 0;
  }

  private fail(what: string): never {
    throw this.bad(what);
  }
}

/** Every argument of a message with how it is used. */
export function usesOf(parts: Part[]): { name: string; kind: 'argument' | 'plural' | 'select' }[] {
  return parts.flatMap((part) => {
    if (part.kind === 'text' || part.kind === 'number') return [];
    if (part.kind === 'argument') return [{ name: part.name, kind: part.kind }];
    return [{ name: part.name, kind: part.kind }, ...part.branches.flatMap(([, inner]) => usesOf(inner))];
  });
}
