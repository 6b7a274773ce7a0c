/** Where other programs open a game of shogi: each takes the start and the moves in its address. */

export interface GameLine {
  /** As SFEN. */
  start: string;
  /** In USI. */
  moves: readonly string[];
}

const EVEN = 'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1';

/** As USI tells an engine of it. */
function position({ start, moves }: GameLine): string {
  const from = start === EVEN ? 'startpos' : `sfen ${start}`;
  return moves.length > 0 ? `position ${from} moves ${moves.join(' ')}` : `position ${from}`;
}

/** Base64 that may stand in an address. */
function inAddress(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function kento({ start, moves }: GameLine): string {
  const from = start === EVEN ? '' : `initpos=${encodeURIComponent(start)}&`;
  return `https://www.kento-shogi.com/?${from}moves=${moves.map(encodeURIComponent).join('.')}#${moves.length}`;
}

/** By the names under which players know them. */
export function elsewhere(line: GameLine): { name: string; href: string }[] {
  const whole = position(line);
  const n = line.moves.length;
  return [
    {
      name: 'Piyo Shogi',
      href: `https://www.studiok-i.net/kifu/?sfen=${encodeURIComponent(whole)}&num=${n}`,
    },
    { name: 'KENTO', href: kento(line) },
    {
      name: 'SHOGI-EXTEND',
      href: `https://www.shogi-extend.com/share-board?turn=${n}&xbody=${inAddress(whole)}`,
    },
  ];
}
