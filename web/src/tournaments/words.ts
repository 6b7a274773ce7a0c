/** Tournaments in words. */

import { language, t } from '../i18n';
import type { Named } from '../people/people-api';
import type { Pairing, RoundCell, Tournament, TournamentEntry } from '../wire/generated';
import { SCORING } from '../wire/ranking';
import { awardsOf } from './ranking';

/** An instant, in Unix milliseconds. */
export function timeText(ms: number): string {
  return new Intl.DateTimeFormat(language.value, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

export function formatText({ format }: Pick<Tournament, 'format'>): string {
  return t().tournaments.formats[format.t] ?? format.t;
}

/** Points as people write them: 2½. */
export function pointsText(points: number | null): string {
  if (points === null) return '';
  if (points < 0) return `−${pointsText(-points)}`;
  const whole = Math.trunc(points);
  const parts: Record<number, string> = { 0: '', 0.25: '¼', 0.5: '½', 0.75: '¾' };
  const part = parts[points - whole] ?? String(points - whole).slice(1);
  return part && whole === 0 ? part : `${whole}${part}`;
}

/** What stands between the names of a pairing. */
export function resultText(pairing: Pairing): string {
  const words = t().tournaments;
  if (pairing.result !== null) return words.outcomes[pairing.result];
  return pairing.games.length > 0 ? words.playing : words.toBePlayed;
}

/** One cell of the cross table. */
export function cellText(cell: RoundCell, placeOf: (entry: string) => number): string {
  if (cell.t === 'match') {
    const sign = cell.won === undefined ? t().tournaments.cells.playing : cell.won ? '+' : '−';
    return `${placeOf(cell.opponent)} (${pointsText(cell.points)}:${pointsText(cell.against)})${sign}`;
  }
  if (cell.t !== 'game') return t().tournaments.cells[cell.t];
  const signs = { win: '+', draw: '=', loss: '−', win_by_no_show: '+f', no_show: '−f' };
  const side = cell.side === 'sente' ? '▲' : '△';
  return `${placeOf(cell.opponent)}${side}${cell.result ? signs[cell.result] : t().tournaments.cells.playing}`;
}

/** Whom an entry stands for, with the page of their account. */
export function personOf(entries: ReadonlyMap<string, TournamentEntry>, id: string | undefined): Named {
  const entry = entries.get(id ?? '');
  return { name: nameOf(entries, id), handle: entry?.handle, bot: entry?.bot };
}

export function nameOf(entries: ReadonlyMap<string, TournamentEntry>, id: string | undefined): string {
  return id === undefined ? t().tournaments.open : (entries.get(id)?.name ?? id);
}

/** The field's short names of the tie-breaks, which are the same everywhere. */
const SHORT: Record<string, string> = {
  sos: 'SOS',
  sos_1: 'SOS-1',
  sos_2: 'SOS-2',
  sosos: 'SOSOS',
  sodos: 'SODOS',
  cuss: 'CUSS',
  median: 'Median',
  koya: 'Koya',
  aro: 'ARO',
  performance: 'TPR',
  mcmahon: 'MMS',
};

export function criterionText(name: string): string {
  const words = t().tournaments.criteria as Record<string, string>;
  return words[name] ?? SHORT[name] ?? name;
}

/** What results are worth, where that is not as usual. */
export function scoringText({ format, scoring }: Pick<Tournament, 'format' | 'scoring'>): string | null {
  const words = t().tournaments.ranking;
  const awards = awardsOf({ format: format.t, inner: format.t === 'team' ? format.inner.t : '' });
  if (awards.every((it) => scoring[it] === SCORING[it])) return null;
  return awards.map((it) => words.worth(words.awards[it], pointsText(scoring[it]))).join(' · ');
}
