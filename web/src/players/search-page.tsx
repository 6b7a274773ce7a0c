/** `/games`: search the finished games. What is searched for is in the address. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, pageAfter } from '../api/request';
import { lengthAndEnd } from '../archive/words';
import { noted } from '../i18n/listed';
import { dateText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { HANDICAPS } from '../lobby/handicaps';
import { handicapChoices } from '../lobby/setup-words';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { Select } from '../ui/choice';
import { usePaged } from '../ui/loaded';
import { More, NoLines, Page } from '../ui/page';
import { TypedField } from '../ui/typed-field';
import { VariantSelect } from '../variants/variant-select';
import type { FoundGame, Opening, Person, paths, Reason } from '../wire/generated';

const OPENINGS = [
  'double_static',
  'central',
  'fourth_file',
  'third_file',
  'opposing',
  'double_ranging',
] as const satisfies readonly Opening[];
const REASONS = [
  'checkmate',
  'resignation',
  'time',
  'illegal_move',
  'repetition',
  'perpetual_check',
  'impasse_agreement',
  'declaration',
  'try',
] as const satisfies readonly Reason[];
const DAY_MS = 24 * 60 * 60 * 1000;

interface Wanted {
  player: string;
  opponent: string;
  result: string;
  reason: string;
  variant: string;
  handicap: string;
  opening: string;
  from: string;
  until: string;
}

const OPEN: Wanted = {
  player: '',
  opponent: '',
  result: '',
  reason: '',
  variant: '',
  handicap: '',
  opening: '',
  from: '',
  until: '',
};

function wantedOf(query: string): Wanted {
  const params = new URLSearchParams(query);
  const wanted = { ...OPEN };
  for (const key of Object.keys(OPEN) as (keyof Wanted)[]) wanted[key] = params.get(key) ?? '';
  return wanted;
}

/** What the page's address says. */
const addressOf = (wanted: Wanted) =>
  new URLSearchParams(Object.entries(wanted).filter(([, value]) => value)).toString();

type Search = NonNullable<paths['/games']['get']['parameters']['query']>;

/** What is asked of the server, which says what it does not know. */
function searchOf({ from, until, ...wanted }: Wanted): Search {
  const search: Record<string, string | number> = {};
  for (const [key, value] of Object.entries(wanted))
    if (value) search[key] = key === 'player' || key === 'opponent' ? value.replace(/^@/, '').trim() : value;
  if (from) search.from_ms = Date.parse(`${from}T00:00`);
  if (until) search.until_ms = Date.parse(`${until}T00:00`) + DAY_MS;
  return search;
}

export function SearchPage() {
  const words = t();
  const form = words.players;
  const wanted = useSignal<Wanted>(wantedOf(location.search));
  const maybe = useSignal<{ player: Person[]; opponent: Person[] }>({ player: [], opponent: [] });
  const games = usePaged(
    async (next) => {
      const query = { ...searchOf(wanted.value), ...pageAfter(next) };
      const found = await ask('GET', '/games', { query });
      maybe.value = { player: found.maybe_player ?? [], opponent: found.maybe_opponent ?? [] };
      return { items: found.games, next: found.next };
    },
    [wanted.value],
  );
  useEffect(() => {
    const query = addressOf(wanted.value);
    history.replaceState(null, '', query ? `/games?${query}` : '/games');
  }, [wanted.value]);
  const put = (changes: Partial<Wanted>) => {
    wanted.value = { ...wanted.value, ...changes };
  };
  const now = wanted.value;
  const text = (key: 'player' | 'opponent', label: string) => (
    <TypedField
      label={label}
      type="text"
      name={key}
      value={now[key]}
      onChange={(value) => put({ [key]: value })}
    />
  );
  const date = (key: 'from' | 'until', label: string) => (
    <label class="field">
      <span class="label">{label}</span>
      <input type="date" value={now[key]} onChange={(event) => put({ [key]: event.currentTarget.value })} />
    </label>
  );
  const any = ['', form.any] as const;
  return (
    <Page class="players-page search-page">
      <h1>{form.search}</h1>
      <form class="card filters" onSubmit={(event) => event.preventDefault()}>
        {text('player', form.player)}
        {text('opponent', form.opponent)}
        <Select
          label={form.result}
          options={
            now.player
              ? [
                  any,
                  ['won', form.won] as const,
                  ['drawn', form.drawn] as const,
                  ['lost', form.lost] as const,
                ]
              : [
                  any,
                  ['won', words.result.wins('sente')] as const,
                  ['drawn', form.drawn] as const,
                  ['lost', words.result.wins('gote')] as const,
                ]
          }
          value={now.result}
          onChange={(result) => put({ result })}
        />
        <Select
          label={form.reason}
          options={[any, ...REASONS.map((it) => [it, words.result.reasons[it]] as const)]}
          value={now.reason}
          onChange={(reason) => put({ reason })}
        />
        <VariantSelect any={any[1]} value={now.variant} onChange={(variant) => put({ variant })} />
        <Select
          label={form.handicap}
          options={[any, ['even', words.setup.even] as const, ...handicapChoices(HANDICAPS)]}
          value={now.handicap}
          onChange={(handicap) => put({ handicap })}
        />
        <Select
          label={form.opening}
          options={[any, ...OPENINGS.map((it) => [it, form.openings[it]] as const)]}
          value={now.opening}
          onChange={(opening) => put({ opening })}
        />
        {date('from', form.from)}
        {date('until', form.until)}
      </form>
      <section aria-busy={games.state.is === 'busy'} aria-live="polite">
        <WhichOne people={maybe.value.player} onChoose={(player) => put({ player })} />
        <WhichOne people={maybe.value.opponent} onChoose={(opponent) => put({ opponent })} />
        {maybe.value.player.length + maybe.value.opponent.length === 0 && (
          <NoLines of={games} none={form.noGames} />
        )}
        <ul class="found">
          {games.items.map((game) => (
            <li key={game.game}>
              <Found game={game} />
            </li>
          ))}
        </ul>
      </section>
      <More of={games} />
    </Page>
  );
}

/** Those whom a name may stand for that is not clear. */
function WhichOne({ people, onChoose }: { people: Person[]; onChoose(handle: string): void }) {
  const words = t().players;
  if (people.length === 0) return null;
  return (
    <div class="card find-people">
      <p>{words.whichOne}</p>
      <ul class="people-found">
        {people.map((it) => (
          <li key={it.handle}>
            <PlayerName person={it} strength={it.strength} />
            <button type="button" aria-label={words.gamesOf(it.name)} onClick={() => onChoose(it.handle)}>
              {words.games}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Found({ game }: { game: FoundGame }) {
  const words = t();
  const names = [
    shownName(game.sente ?? words.sides.sente),
    shownName(game.gote ?? words.sides.gote),
  ] as const;
  return (
    <article class="card whole-link">
      <a class="whole" href={`/${game.game}`}>
        <span class="hidden-visually">{words.game.title(...names)}</span>
      </a>
      <strong>
        <PlayerName person={{ name: names[0], handle: game.sente_handle, bot: game.sente_bot }} />
        {' – '}
        <PlayerName person={{ name: names[1], handle: game.gote_handle, bot: game.gote_bot }} />
      </strong>
      <span class="note">{aboutText(game)}</span>
      <span class="note">{lengthAndEnd(game)}</span>
    </article>
  );
}

function aboutText(game: FoundGame): string {
  const words = t();
  return noted([
    dateText(game.ended_ms),
    game.variant === 'standard' ? null : (words.variants[game.variant] ?? game.variant),
    game.handicap ? words.handicaps[game.handicap] : null,
    game.opening ? words.players.openings[game.opening] : null,
    game.rated ? words.ratings.rated : null,
  ]);
}
