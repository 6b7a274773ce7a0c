/** Which tie-breaks and points an organiser is offered. */

import type { TournamentFormat } from '../wire/generated';
import type { SCORING, TieBreak } from '../wire/ranking';
import { CRITERIA, TIEBREAKS } from '../wire/ranking';
import { type FormatDraft, innerOf } from './format-draft';

export type Award = keyof typeof SCORING;

/** What the form says of the format. */
export interface Kind {
  format: string;
  /** What pairs teams, or matches. */
  inner: string;
}

/**
 * What ranks in stages is what ranks in the first of them that has tie-breaks; around a knock-out
 * and in groups, what is played there.
 */
export function kindOfFormat(format: TournamentFormat): Kind {
  switch (format.t) {
    case 'team':
      return { format: 'team', inner: format.inner.t };
    case 'matches':
      return { format: 'matches', inner: format.inner.t };
    case 'pools':
      return { format: format.inner?.t ?? 'round_robin', inner: '' };
    case 'championship':
      return { format: format.inner.t, inner: '' };
    case 'stages': {
      const kinds = format.stages.map((stage) => kindOfFormat(stage.format));
      return kinds.find((it) => ownOrder(it).length > 0) ?? { format: 'stages', inner: '' };
    }
    default:
      return { format: format.t, inner: '' };
  }
}

/** The same of a form. */
export function kindOf(
  draft: Pick<FormatDraft, 'format' | 'inner' | 'matchPlay' | 'classPlay' | 'around' | 'stages'>,
): Kind {
  const { format, stages } = draft;
  if (format === 'stages') return kindOfFormat({ t: 'stages', stages });
  const played = innerOf(draft) ?? '';
  return format === 'pools' || format === 'championship'
    ? { format: played, inner: '' }
    : { format, inner: format === 'team' || format === 'matches' ? played : '' };
}

const isBracket = ({ format, inner }: Kind) => format === 'team' && inner.endsWith('elimination');

/** The format's own order; nothing where matches decide. */
export function ownOrder(kind: Kind): readonly TieBreak[] {
  return isBracket(kind) ? [] : (CRITERIA[kind.format] ?? []);
}

/** Every tie-break that can tell anybody apart there. */
export function offered(kind: Kind): TieBreak[] {
  if (ownOrder(kind).length === 0) return [];
  return TIEBREAKS.filter(
    (it) =>
      (it !== 'board_points' || kind.format === 'team' || kind.format === 'matches') &&
      (it !== 'mcmahon' || ownOrder(kind).includes(it)),
  );
}

const BY_PAIRING: readonly Award[] = ['win', 'draw', 'loss', 'bye', 'absence', 'missed', 'no_show'];
/** Everybody has a game in every round, or rests. */
const BY_PLAN: readonly Award[] = ['win', 'draw', 'loss', 'no_show'];

/** What can be worth something there: a bracket counts no points, and an arena its own. */
export function awardsOf(kind: Kind): readonly Award[] {
  switch (kind.format) {
    case 'swiss':
    case 'mcmahon':
    case 'matches':
      return BY_PAIRING;
    case 'team':
      return isBracket(kind) ? [] : BY_PAIRING;
    case 'round_robin':
    case 'league':
    case 'simul':
      return BY_PLAN;
    default:
      return [];
  }
}
