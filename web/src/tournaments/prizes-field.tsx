/** The prizes of a tournament, as its organiser decides them. */

import { labelled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { NumberField, Select, Toggle } from '../ui/choice';
import type { Shown } from '../ui/form-fields';
import { TextField } from '../ui/text-field';
import type { PrizeCategory, Prizes } from '../wire/generated';
import type { Draft } from './settings-draft';
import { WhoFields, whoText } from './who-fields';

const CATEGORIES_MAX = 50;
const PRIZES_MAX = 100;
const TIES = ['places', 'points'] as const;

/** So many prizes, with what is said of them. */
export const prizesOf = (n: number, text: string): string[] =>
  Array.from({ length: n }, (_, i) => text.split('\n')[i]?.trim() ?? '');

/** The tables by which prizes may go, where there are several. */
export function tablesOf({ format, stages }: Pick<Draft, 'format' | 'stages'>): string[] {
  if (format === 'championship') return ['knock-out'];
  return format === 'stages' ? stages.map(({ name }) => name) : [];
}

export function PrizesField({ draft, put }: Shown<Draft>) {
  const words = t().tournaments.prizes;
  const { prizes } = draft;
  const categories = prizes.categories ?? [];
  const change = (to: Partial<Prizes>) => put({ prizes: { ...prizes, ...to } });
  const set = (at: number, to: Partial<PrizeCategory>) =>
    change({ categories: categories.map((it, i) => (i === at ? said({ ...it, ...to }) : it)) });
  return (
    <details class="prizes-field" open={categories.length > 0}>
      <summary>{words.title}</summary>
      {categories.map((one, i) => (
        <CategoryFields
          key={i}
          category={one}
          tables={tablesOf(draft)}
          onChange={(to) => set(i, to)}
          onRemove={() => change({ categories: categories.filter((_, at) => at !== i) })}
        />
      ))}
      {categories.length < CATEGORIES_MAX && (
        <button
          type="button"
          class="quiet"
          onClick={() => change({ categories: [...categories, { name: '', prizes: ['', '', ''] }] })}
        >
          {words.add}
        </button>
      )}
      {categories.length > 0 && (
        <>
          <p class="note">{words.help}</p>
          <Select
            label={words.ties}
            options={TIES.map((it) => [it, words.tiesBy[it]] as const)}
            value={prizes.ties ?? 'places'}
            onChange={(ties) => change({ ties })}
          />
          <Toggle
            label={words.several}
            value={prizes.several ?? false}
            onChange={(several) => change({ several })}
          />
        </>
      )}
    </details>
  );
}

/** Without what says nothing: the standings decide. */
const said = ({ ranking, ...rest }: PrizeCategory): PrizeCategory => ({
  ...rest,
  ...(ranking ? { ranking } : {}),
});

interface FieldsProps {
  category: PrizeCategory;
  tables: readonly string[];
  onChange(to: Partial<PrizeCategory>): void;
  onRemove(): void;
}

function CategoryFields({ category, tables, onChange, onRemove }: FieldsProps) {
  const words = t().tournaments.prizes;
  const { name = '', who = {}, prizes, ranking } = category;
  const said = prizes.join('\n').trimEnd();
  const known = (it: string) => (it === 'knock-out' ? t().tournaments.stages.knockout : it);
  return (
    <fieldset class="prize-category">
      <legend class="label">{name || words.main}</legend>
      <div class="columns">
        <TextField
          label={words.name}
          maxLength={100}
          placeholder={words.main}
          value={name}
          onInput={(it) => onChange({ name: it })}
        />
        <NumberField
          label={words.number}
          min={1}
          max={PRIZES_MAX}
          value={prizes.length}
          onChange={(n) => onChange({ prizes: prizesOf(n, prizes.join('\n')) })}
        />
        {tables.length > 0 && (
          <Select
            label={words.table}
            options={[['', words.anyTable] as const, ...tables.map((it) => [it, known(it)] as const)]}
            value={ranking ?? ''}
            onChange={(it) => onChange({ ranking: it })}
          />
        )}
      </div>
      <TextField
        label={words.what}
        help={words.whatHelp}
        lines={Math.min(5, Math.max(2, prizes.length))}
        value={said}
        onInput={(text) =>
          onChange({ prizes: prizesOf(Math.max(prizes.length, Math.min(PRIZES_MAX, linesIn(text))), text) })
        }
      />
      <details>
        <summary>{labelled(words.condition, whoText(who) || words.everyone)}</summary>
        <WhoFields who={who} onChange={(to) => onChange({ who: to })} />
      </details>
      <button type="button" class="quiet" onClick={onRemove}>
        {words.remove(name || words.main)}
      </button>
    </fieldset>
  );
}

const linesIn = (text: string) => text.trimEnd().split('\n').length;
