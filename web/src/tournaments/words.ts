/** Tournaments in words. */

import { listed, noted } from '../i18n/listed';
import { weekdayText } from '../i18n/moment';
import { language, t } from '../i18n/whole';
import type { Named } from '../people/people-api';
import type {
  Pairing,
  RoundCell,
  StandingsRow,
  Tournament,
  TournamentEntry,
  TournamentFormat,
} from '../wire/generated';
import { SCORING } from '../wire/ranking';
import { awardsOf, kindOfFormat } from './ranking';

export { daysText, momentText as timeText } from '../i18n/moment';

export function formatText({ format }: Pick<Tournament, 'format'>): string {
  return formatNames()[format.t] ?? format.t;
}

/** What formats are called. */
export function formatNames(): Record<TournamentFormat['t'], string> {
  const { formats, stages } = t().tournaments;
  return { ...formats, ...stages.formats };
}

/** What the form of a tournament says. */
export function formWords() {
  const { form, stages } = t().tournaments;
  return { ...form, ...stages.form };
}

/** What a place means; of several stages, to which it leads. */
export function remarkText({ remark, to }: Pick<StandingsRow, 'remark' | 'to'>): string {
  const words = t().tournaments;
  if (!remark) return '';
  return remark === 'qualified' && to ? words.goesTo(to) : words.remarks[remark];
}

/** What a ranking is called that has that title in the standings. */
export function titleText(format: TournamentFormat, title: string): string {
  const words = t().tournaments;
  if (format.t === 'stages') {
    const [name = '', ...rest] = title.split('/');
    if (!title) return words.stages.overAll;
    const stage = format.stages.find((it) => it.name === name);
    if (rest.length === 0 || !stage) return title;
    return words.stages.part(name, titleText(stage.format, rest.join('/')));
  }
  if (format.t === 'championship') {
    if (!title) return words.stages.open;
    if (title === 'knock-out') return words.stages.knockout;
  }
  if (format.t === 'league') return words.classTitle(title);
  const group = /^group (\d+)$/.exec(title)?.[1];
  if (group) return words.group(Number(group));
  return (words.titles as Record<string, string>)[title] ?? title;
}

/** What a board belongs to: the group, class or stage, or the knock-out of a championship. */
export function slotText(format: TournamentFormat, slot: string | null | undefined): string | null {
  const words = t().tournaments;
  switch (format.t) {
    case 'league':
      return slot ? words.classTitle(slot) : null;
    case 'pools':
      return slot ? words.group(Number(slot)) : null;
    case 'championship':
      return slot ? words.stages.knockout : words.stages.open;
    case 'stages': {
      const [name = '', ...rest] = (slot ?? '').split('/');
      const stage = format.stages.find((it) => it.name === name);
      if (!stage) return null;
      const within = slotText(stage.format, rest.length > 0 ? rest.join('/') : null);
      return within ? words.stages.part(name, within) : name;
    }
    default:
      return null;
  }
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

/**
 * Whether somebody plays one of the games: who has a bye all the same is only through in a
 * knock-out within the round.
 */
export const isSeated = (games: readonly Pairing[], entry: string) =>
  games.some((it) => it.result !== 'annulled' && (it.sente === entry || it.gote === entry));

/** Whether it is an evening in a club: over the board, and without rounds. */
export const isEvening = ({ plan, attendance }: Pick<Tournament, 'plan' | 'attendance'>) =>
  plan.at_the_board && attendance === 'free';

/** The handicap that gote gives, if any. */
export function handicapText({ handicap }: Pick<Pairing, 'handicap'>): string | null {
  return handicap ? ((t().handicaps as Record<string, string>)[handicap] ?? null) : null;
}

/** What stands between the names of a pairing. */
export function resultText(pairing: Pairing): string {
  const words = t().tournaments;
  if (pairing.result !== null) return words.outcomes[pairing.result];
  // Its players have agreed on when they play.
  if (pairing.at_ms != null) return weekdayText(pairing.at_ms);
  return pairing.games.length > 0 ? words.playing : words.toBePlayed;
}

/** One cell of the cross table. */
export function cellText(cell: RoundCell, placeOf: (entry: string) => number): string {
  if (cell.t === 'match') {
    const sign = cell.won === undefined ? t().tournaments.cells.playing : cell.won ? '+' : '−';
    return `${placeOf(cell.opponent)} (${pointsText(cell.points)}:${pointsText(cell.against)})${sign}`;
  }
  if (cell.t !== 'game') {
    const text = t().tournaments.cells[cell.t];
    const isAway = cell.t === 'absent' || cell.t === 'missed';
    // What it is worth, where that is not what such a round usually is.
    return isAway && cell.points !== undefined ? `${text} ${pointsText(cell.points)}` : text;
  }
  const signs = { win: '+', draw: '=', loss: '−', win_by_no_show: '+f', no_show: '−f' };
  const side = cell.side === 'sente' ? '▲' : '△';
  // Who stands in another table, as the host of a simul, has no line in this one.
  return `${placeOf(cell.opponent) || ''}${side}${cell.result ? signs[cell.result] : t().tournaments.cells.playing}`;
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

/** What somebody has by a criterion. A seeding is kept as a negative number, so that more is better. */
export function criterionValue(name: string, value: number | null): string {
  return pointsText(name === 'seed' && value !== null ? Math.abs(value) : value);
}

/** Criteria one after the other, within a sentence. */
export function criteriaSaid(names: readonly string[]): string {
  const words = t().tournaments.criteriaSaid as Record<string, string>;
  return listed(names.map((name) => words[name] ?? SHORT[name] ?? name));
}

/** What results are worth, where that is not as usual. */
export function scoringText({ format, scoring }: Pick<Tournament, 'format' | 'scoring'>): string | null {
  const words = t().tournaments.ranking;
  const awards = awardsOf(kindOfFormat(format));
  const isUsual = awards.every((it) => scoring[it] === SCORING[it]);
  const parts = isUsual ? [] : awards.map((it) => words.worth(words.awards[it], pointsText(scoring[it])));
  const { absences_max: most, absences_until: last } = scoring;
  if (awards.includes('absence')) {
    if (most != null) parts.push(words.absences.atMost(most));
    if (last != null) parts.push(words.absences.until(last));
  }
  return parts.length > 0 ? noted(parts) : null;
}

/** By the family name where it is known, as people look for themselves on a list. */
export function bySurname(a: TournamentEntry | undefined, b: TournamentEntry | undefined): number {
  const key = (it: TournamentEntry | undefined) => noted([it?.family, it?.given, it?.name]);
  return key(a).localeCompare(key(b), language.value);
}
