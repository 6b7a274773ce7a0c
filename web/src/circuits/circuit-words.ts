/** Circuits in words. */

import { listed, noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { language, t } from '../i18n/whole';
import type { Circuit, CircuitRule } from '../wire/generated';

/** Points of a circuit, with at most two decimals as the language writes them. */
export const circuitPoints = (points: number) =>
  new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 }).format(points);

/** How the standings follow from the events, a sentence each. */
export function ruleText(circuit: Pick<Circuit, 'rule'>): string[] {
  const rule: Partial<CircuitRule> = circuit.rule ?? {};
  const words = t().circuits.rule;
  const worth = rule.worth;
  const said: (string | false)[] = [];
  if (worth?.t === 'score') said.push(words.score);
  if (worth?.t === 'places') {
    said.push(words.places(listed(worth.table.map(String))));
    said.push(worth.shared === 'highest' ? words.highest : words.share);
  }
  said.push(
    (rule.attendance ?? 0) > 0 && words.attendance(rule.attendance ?? 0),
    rule.best != null && words.best(rule.best),
    (rule.events_min ?? 0) > 1 && words.least(rule.events_min ?? 0),
    words.ties,
  );
  return said.filter((it) => it !== false);
}

/** What stands below an event's name. */
export const weightText = (percent: number) =>
  percent === 100 ? '' : t().circuits.weight(new Intl.NumberFormat(language.value).format(percent / 100));

export const eventNotes = ({ phase, starts_ms, weight_percent }: Circuit['events'][number]) =>
  noted([
    starts_ms != null && dateText(starts_ms),
    t().tournaments.phases[phase],
    weightText(weight_percent),
  ]);
