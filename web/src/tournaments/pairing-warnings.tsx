/** What speaks against putting two together by hand: what free pairing would have avoided. */

import { listed } from '../i18n/listed';
import { t } from '../i18n/whole';
import type { Tournament } from '../wire/generated';

type PairingWarning = 'repeat' | 'club' | 'colour_limit' | 'colour_row';

/** The most by which somebody's games as sente and as gote may differ. */
const DIFFERENCE_MAX = 2;

/** Of a pairing in that round, `sente` named first. */
export function warningsOf(
  { rounds, entries }: Pick<Tournament, 'rounds' | 'entries'>,
  round: number,
  sente: string,
  gote: string,
): PairingWarning[] {
  const before = rounds.filter((it) => it.round < round);
  const games = before.flatMap((it) => it.games).filter(({ result }) => result !== 'annulled');
  const clubOf = (id: string) => entries.find((it) => it.id === id)?.club ?? null;
  // Handicaps and games to which somebody did not come say nothing about sides.
  const sides = (id: string) =>
    games
      .filter((it) => (it.sente === id || it.gote === id) && !it.handicap && !it.result?.endsWith('no_show'))
      .map((it) => (it.sente === id ? 'sente' : 'gote'));
  const seats = [
    [sides(sente), 'sente'],
    [sides(gote), 'gote'],
  ] as const;
  const warnings: PairingWarning[] = [];
  if (games.some((it) => [it.sente, it.gote].includes(sente) && [it.sente, it.gote].includes(gote)))
    warnings.push('repeat');
  if (clubOf(sente) !== null && clubOf(sente) === clubOf(gote)) warnings.push('club');
  if (seats.some(([had, side]) => had.slice(-2).filter((it) => it === side).length === 2))
    warnings.push('colour_row');
  const lead = (had: readonly string[], side: string) =>
    had.reduce((sum, it) => sum + (it === side ? 1 : -1), 1);
  if (seats.some(([had, side]) => lead(had, side) > DIFFERENCE_MAX)) warnings.push('colour_limit');
  return warnings;
}

/** What speaks against a pairing that is made by hand. */
export function Warnings({
  view,
  round,
  sente,
  gote,
}: {
  view: Tournament;
  round: number;
  sente: string;
  gote: string;
}) {
  const words = t().tournaments;
  const found = warningsOf(view, round, sente, gote);
  if (found.length === 0) return null;
  return <span class="warning">{words.repair.warned(listed(found.map((it) => words.why.rules[it])))}</span>;
}
