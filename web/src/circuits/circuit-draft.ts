/** What the form of a circuit holds, and how that is read and written. */

import type { CircuitRule, CircuitSettings, Who } from '../wire/generated';

export interface CircuitDraft {
  name: string;
  about: string;
  first_day: string;
  last_day: string;
  worth: 'places' | 'score';
  /** Points for places, as typed. */
  table: string;
  shared: 'share' | 'highest';
  attendance: number;
  /** How many results count; 0 for all. */
  best: number;
  events_min: number;
  categories: { name: string; who: Who }[];
}

/** What a new circuit is, until its organiser says otherwise. */
export const NEW_CIRCUIT: CircuitDraft = {
  name: '',
  about: '',
  first_day: '',
  last_day: '',
  worth: 'places',
  table: '10, 8, 6, 5, 4, 3, 2, 1',
  shared: 'share',
  attendance: 0,
  best: 0,
  events_min: 0,
  categories: [],
};

/** The points that are typed, best first; null where that is no such list. */
export function tableFrom(text: string): number[] | null {
  const parts = text.split(/[\s,;、，–-]+/).filter(Boolean);
  const points = parts.map(Number);
  const isOne = points.length > 0 && points.every((it) => Number.isInteger(it) && it >= 0);
  return isOne ? points : null;
}

export function draftOf(settings: CircuitSettings): CircuitDraft {
  const rule: Partial<NonNullable<CircuitSettings['rule']>> = settings.rule ?? {};
  const { worth } = rule;
  const isPlaces = worth?.t !== 'score';
  return {
    ...NEW_CIRCUIT,
    name: settings.name,
    about: settings.about ?? '',
    first_day: settings.first_day ?? '',
    last_day: settings.last_day ?? '',
    worth: isPlaces ? 'places' : 'score',
    ...(worth?.t === 'places' && { table: worth.table.join(', '), shared: worth.shared ?? 'share' }),
    attendance: rule.attendance ?? 0,
    best: rule.best ?? 0,
    events_min: rule.events_min ?? 0,
    categories: (rule.categories ?? []).map(({ name, who }) => ({ name, who: who ?? {} })),
  };
}

/** What is sent; null where the points are no list. */
export function settingsFrom(draft: CircuitDraft): CircuitSettings | null {
  const table = tableFrom(draft.table);
  if (draft.worth === 'places' && table === null) return null;
  const rule: CircuitRule = {
    worth:
      draft.worth === 'score' ? { t: 'score' } : { t: 'places', table: table ?? [], shared: draft.shared },
    attendance: draft.attendance,
    ...(draft.best > 0 && { best: draft.best }),
    events_min: draft.events_min,
    categories: draft.categories,
  };
  const { name, about, first_day, last_day } = draft;
  return { name, about, first_day, last_day, rule };
}
