/** What the solver says against a composition, fault by fault. */

import { moveText } from '../board/words';
import { t } from '../i18n/whole';
import { type Position, play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import type { TsumeExamination, TsumeFault } from '../wire/generated';

const BLEMISHES: ReadonlySet<TsumeFault['t']> = new Set(['either_promotion', 'other_last_move']);

export function Faults({ found, start }: { found: TsumeExamination; start: Position }) {
  const words = t().training.compose;
  const blemishes = found.faults.filter((it) => BLEMISHES.has(it.t));
  const faults = found.faults.filter((it) => !BLEMISHES.has(it.t));
  return (
    <>
      {found.sound ? (
        <p class="verdict solved">{words.sound(found.solution.length)}</p>
      ) : (
        <div class="verdict failed">
          <p>{words.unsound}</p>
          <List faults={faults} found={found} start={start} />
        </div>
      )}
      {blemishes.length > 0 && (
        <>
          <p>{words.blemishes}</p>
          <List faults={blemishes} found={found} start={start} />
        </>
      )}
    </>
  );
}

interface ListProps {
  faults: TsumeFault[];
  found: TsumeExamination;
  start: Position;
}

function List({ faults, found, start }: ListProps) {
  return (
    <ul>
      {faults.map((fault, i) => (
        <li key={`${i}${fault.t}`}>{faultText(fault, found.solution, start)}</li>
      ))}
    </ul>
  );
}

/** A fault in words; its move as the notation in use writes it. */
export function faultText(fault: TsumeFault, solution: readonly string[], start: Position): string {
  const words = t().training.compose.faults;
  switch (fault.t) {
    case 'illegal':
      return t().positionProblems[fault.problem];
    case 'too_long':
      return words.too_long(fault.plies);
    case 'second_solution':
    case 'either_promotion':
    case 'other_last_move': {
      const before = solution.slice(0, fault.number - 1);
      const position = before.reduce((at, usi) => {
        const move = parseUsi(usi);
        return move ? play(at, move) : at;
      }, start);
      return words[fault.t](fault.number, moveText(position, fault.other, before.at(-1)));
    }
    default:
      return t().training.compose.faults[fault.t];
  }
}
