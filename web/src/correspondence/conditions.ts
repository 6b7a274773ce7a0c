/**
 * Conditional moves as the server keeps them: lines of USI, the opponent's move first and our
 * answer after it.
 */

/** What the opponent may play, what we answer, and what goes on from there. */
export interface Branch {
  theirs: string;
  mine: string;
  /** All moves from the present position to the answer. */
  path: readonly string[];
  next: readonly Branch[];
}

const movesOf = (line: string) => line.split(' ').filter((usi) => usi !== '');
const textOf = (moves: readonly string[]) => moves.join(' ');

const begins = (moves: readonly string[], path: readonly string[]) =>
  path.every((usi, i) => moves[i] === usi);

/** The lines as a tree. */
export function branchesOf(lines: readonly string[]): Branch[] {
  return below(lines.map(movesOf), []);
}

function below(lines: readonly (readonly string[])[], path: readonly string[]): Branch[] {
  const branches: Branch[] = [];
  for (const moves of lines) {
    const [theirs, mine] = moves.slice(path.length);
    if (theirs === undefined || mine === undefined || !begins(moves, path)) continue;
    if (branches.some((it) => it.theirs === theirs)) continue;
    const own = [...path, theirs, mine];
    branches.push({ theirs, mine, path: own, next: below(lines, own) });
  }
  return branches;
}

/** The lines with one more. What answered the same moves otherwise gives way to it. */
export function withLine(lines: readonly string[], added: readonly string[]): string[] {
  const kept = lines.map(movesOf).filter((moves) => !contradicts(moves, added) && !begins(added, moves));
  const isThere = kept.some((moves) => begins(moves, added));
  return [...kept, ...(isThere ? [] : [added])].map(textOf);
}

function contradicts(moves: readonly string[], added: readonly string[]): boolean {
  const at = moves.findIndex((usi, i) => usi !== added[i]);
  return at >= 0 && at < added.length && at % 2 === 1;
}

/** The lines without the answer at the end of this path, and without all that goes on from it. */
export function withoutBranch(lines: readonly string[], path: readonly string[]): string[] {
  const kept = lines.filter((line) => !begins(movesOf(line), path));
  const before = path.slice(0, -2);
  const isLost = before.length > 0 && !kept.some((line) => begins(movesOf(line), before));
  return isLost ? [...kept, textOf(before)] : kept;
}
