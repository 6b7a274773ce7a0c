/**
 * Who stands where in a broadcast, by the results of its boards. A player is known by the name
 * alone.
 */

import type { BoardShown, BroadcastBoard, Side } from '../wire/generated';

export interface Standing {
  /** Shared by those whom nothing separates. */
  place: number;
  name: string;
  points: number;
  wins: number;
  losses: number;
  draws: number;
}

/**
 * Ends without a winner that are worth half a point to both; others, such as a repetition, are
 * played again.
 */
const DRAWN: readonly string[] = ['draw', 'agreement', 'impasse_agreement', 'max_moves'];

/** What a side has from a board; null while it has no result. */
function pointsOf({ end, winner }: BoardShown, side: Side): number | null {
  if (end === undefined) return null;
  if (winner !== undefined) return winner === side ? 1 : 0;
  return DRAWN.includes(end) ? 0.5 : null;
}

interface Played {
  name: string;
  other: string;
  points: number;
}

/** By points, then by the points from games against those who have as many. */
export function standings(boards: readonly Pick<BroadcastBoard, 'names' | 'shown'>[]): Standing[] {
  const names = new Set(boards.flatMap(({ names }) => [names.sente, names.gote]));
  const played = boards.flatMap(({ names, shown }): Played[] => {
    const [sente, gote] = [pointsOf(shown, 'sente'), pointsOf(shown, 'gote')];
    if (sente === null || gote === null) return [];
    return [
      { name: names.sente, other: names.gote, points: sente },
      { name: names.gote, other: names.sente, points: gote },
    ];
  });
  const total = (of: readonly Played[]) => of.reduce((sum, it) => sum + it.points, 0);
  const rows = [...names].map((name) => {
    const own = played.filter((it) => it.name === name);
    const n = (points: number) => own.filter((it) => it.points === points).length;
    return { name, points: total(own), wins: n(1), losses: n(0), draws: n(0.5), own };
  });
  const points = new Map(rows.map((row) => [row.name, row.points]));
  const ranked = rows.map(({ own, ...row }) => ({
    ...row,
    direct: total(own.filter((it) => points.get(it.other) === row.points)),
  }));
  ranked.sort((a, b) => b.points - a.points || b.direct - a.direct || a.name.localeCompare(b.name));
  let place = 0;
  return ranked.map(({ direct, ...row }, i) => {
    const above = ranked[i - 1];
    if (above?.points !== row.points || above.direct !== direct) place = i + 1;
    return { place, ...row };
  });
}
