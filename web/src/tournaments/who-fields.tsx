/**
 * For whom something is: bands of strength, clubs, nationalities and what the organiser has marked.
 */

import { useSignal } from '@preact/signals';
import { listed, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { GRADES, gradeText } from '../ratings/words';
import { NumberField, Select, Toggle } from '../ui/choice';
import { TextField } from '../ui/text-field';
import type { Grade, Who } from '../wire/generated';

const RATING_MAX = 5_000;

/** What stands between the parts of a list that is typed. */
const BETWEEN = ', ';

const LISTS = ['clubs', 'teams', 'classes', 'nationalities', 'tags'] as const;

/** The parts of a list, as people write it. */
export const partsFrom = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;、，]/)
      .map((it) => it.trim())
      .filter(Boolean),
  ),
];

/** A list as it stands in a field, to be typed in. */
export const typedList = (list: readonly string[]) => list.join(BETWEEN);

/** The same without what says nothing. */
export function whoFrom(who: Who, change: Partial<Record<keyof Who, unknown>>): Who {
  const all = Object.entries({ ...who, ...change });
  const says = (value: unknown) =>
    Array.isArray(value) ? value.length > 0 : value !== '' && value !== 0 && value !== false;
  return Object.fromEntries(all.filter(([, it]) => it !== null && it !== undefined && says(it))) as Who;
}

export function WhoFields({ who, onChange }: { who: Who; onChange(who: Who): void }) {
  const words = t().tournaments.prizes.who;
  const put = (change: Partial<Record<keyof Who, unknown>>) => onChange(whoFrom(who, change));
  const grades = [['', words.any] as const, ...GRADES.map((it) => [it, gradeText(it)] as const)];
  return (
    <>
      <div class="columns">
        <Select
          label={words.gradeMin}
          options={grades}
          value={who.grade_min ?? ''}
          onChange={(it) => put({ grade_min: it as Grade | '' })}
        />
        <Select
          label={words.gradeMax}
          options={grades}
          value={who.grade_max ?? ''}
          onChange={(it) => put({ grade_max: it as Grade | '' })}
        />
        <NumberField
          label={words.ratingMin}
          min={0}
          max={RATING_MAX}
          value={who.rating_min ?? 0}
          onChange={(it) => put({ rating_min: it })}
        />
        <NumberField
          label={words.ratingMax}
          min={0}
          max={RATING_MAX}
          value={who.rating_max ?? 0}
          onChange={(it) => put({ rating_max: it })}
        />
        {LISTS.map((key) => (
          <ListField
            key={key}
            label={words[key]}
            list={who[key] ?? []}
            onChange={(it) => put({ [key]: it })}
          />
        ))}
      </div>
      <p class="note">{words.commas}</p>
      <Toggle
        label={words.newcomers}
        value={who.newcomers ?? false}
        onChange={(newcomers) => put({ newcomers })}
      />
    </>
  );
}

/** A list that is typed with commas. */
function ListField(props: { label: string; list: readonly string[]; onChange(list: string[]): void }) {
  const text = useSignal(typedList(props.list));
  return (
    <TextField
      exact
      label={props.label}
      value={text.value}
      onInput={(typed) => {
        text.value = typed;
        props.onChange(partsFrom(typed));
      }}
    />
  );
}

/** In words for whom it is; nothing if it is for everybody. */
export function whoText(who: Who): string {
  const words = t().tournaments.prizes.said;
  return noted([
    who.grade_min && words.gradeMin(gradeText(who.grade_min)),
    who.grade_max && words.gradeMax(gradeText(who.grade_max)),
    who.rating_min != null && words.ratingMin(who.rating_min),
    who.rating_max != null && words.ratingMax(who.rating_max),
    ...LISTS.map((key) => who[key]?.length && words[key](listed(who[key] ?? []))),
    who.newcomers && words.newcomers,
  ]);
}
