/** By what tournaments are looked for: the form above their list. It is in the page's address. */

import { t } from '../i18n/whole';
import { Select } from '../ui/choice';
import { TypedField } from '../ui/typed-field';
import { VariantSelect } from '../variants/variant-select';
import { formatNames } from './words';

const KEYS = ['q', 'year', 'format', 'variant', 'club', 'player', 'mine'] as const;

/** What is empty is open. */
export type Wanted = Record<(typeof KEYS)[number], string>;

const OPEN: Wanted = { q: '', year: '', format: '', variant: '', club: '', player: '', mine: '' };

export function wantedOf(query: string): Wanted {
  const params = new URLSearchParams(query);
  const wanted = { ...OPEN };
  for (const key of KEYS) wanted[key] = params.get(key) ?? '';
  return wanted;
}

/** What the page's address says. */
export const addressOf = (wanted: Wanted): string =>
  new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString();

/** Whether something is looked for. */
export const isSearch = (wanted: Wanted): boolean => KEYS.some((key) => wanted[key] !== '');

/** What is asked of the server. */
export function searchOf({ mine, ...wanted }: Wanted): Record<string, string | boolean> {
  if (mine) return { mine: true };
  const asked = Object.entries(wanted).map(([key, value]) => [key, value.trim()] as const);
  return Object.fromEntries(asked.filter(([, value]) => value));
}

interface Props {
  wanted: Wanted;
  /** The year of the first one there is. */
  firstYear: number | null;
  /** Whether the reader may have tournaments of their own. */
  member: boolean;
  put(changes: Partial<Wanted>): void;
}

export function TournamentSearch({ wanted, firstYear, member, put }: Props) {
  const words = t().tournaments;
  const { any } = t().players;
  const now = new Date().getUTCFullYear();
  const asked = Number(wanted.year) || now;
  const last = Math.max(now, asked);
  const first = Math.min(firstYear ?? now, asked);
  const years = Array.from({ length: last - first + 1 }, (_, i) => String(last - i));
  const chosen = (key: 'club' | 'player', label: string) =>
    wanted[key] && (
      <p class="field">
        <span class="label">{label}</span>
        <button type="button" onClick={() => put({ [key]: '' })}>
          {wanted[key]} <span aria-hidden="true">×</span>
        </button>
      </p>
    );
  return (
    <form class="card filters" onSubmit={(event) => event.preventDefault()}>
      <TypedField
        label={words.archive.search}
        type="text"
        name="q"
        value={wanted.q}
        onChange={(q) => put({ q, mine: '' })}
      />
      <Select
        label={words.archive.year}
        name="year"
        options={[['', any] as const, ...years.map((it) => [it, it] as const)]}
        value={wanted.year}
        onChange={(year) => put({ year, mine: '' })}
      />
      <Select
        label={words.facts.format}
        name="format"
        options={[['', any] as const, ...Object.entries(formatNames())]}
        value={wanted.format}
        onChange={(format) => put({ format, mine: '' })}
      />
      <VariantSelect
        name="variant"
        any={any}
        value={wanted.variant}
        onChange={(variant) => put({ variant, mine: '' })}
      />
      {chosen('club', words.club)}
      {chosen('player', t().players.player)}
      {member && (
        <p class="field">
          <button
            type="button"
            aria-pressed={wanted.mine !== ''}
            onClick={() => put(wanted.mine ? { mine: '' } : { ...OPEN, mine: '1' })}
          >
            {words.mine}
          </button>
        </p>
      )}
    </form>
  );
}
