/** `/watch`: the games that are being played, the best players' first, on boards that move. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { PlayerName } from '../people/player-name';
import { user } from '../session';
import { Segments, Select } from '../ui/choice';
import { EmptyState } from '../ui/empty-state';
import { Page } from '../ui/page';
import { VariantSelect } from '../variants/variant-select';
import type { WatchedGame, WatchList } from '../wire/generated';
import { FollowButton } from './follow-button';
import { LiveGame } from './live-game';
import { LiveWall } from './live-wall';
import { type Filter, follows, loadFollows, runningGames } from './watch-api';

/** How often the list is asked for anew. */
const EVERY_MS = 8_000;

const SPEEDS = ['bullet', 'blitz', 'rapid', 'classical'] as const;

export function WatchPage() {
  const words = t();
  const filter = useSignal<Filter>({ variant: '', speed: '', followed: false });
  const list = useSignal<WatchList | null>(null);
  useEffect(() => {
    let current = true;
    const read = async () => {
      if (document.hidden) return;
      const asked = filter.peek();
      // Who is followed stands above the games: coming later it would push them from under a finger.
      const [found] = await Promise.all([runningGames(asked), loadFollows()]);
      if (!current || !found || asked !== filter.peek()) return;
      list.value = found;
    };
    void read();
    const timer = setInterval(() => void read(), EVERY_MS);
    document.addEventListener('visibilitychange', read);
    return () => {
      current = false;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [filter.value, user.value?.id]);

  useEffect(() => {
    // Who follows nobody any more has no choice left, and sees everybody.
    if (follows.value?.length === 0 && filter.peek().followed)
      filter.value = { ...filter.peek(), followed: false };
  }, [follows.value]);

  const games = list.value ? featuredFirst(list.value) : null;
  const featured = games?.find((it) => it.game.game === list.value?.featured);
  const playing = follows.value?.filter((it) => it.playing.length > 0) ?? [];
  const set = (change: Partial<Filter>) => {
    filter.value = { ...filter.value, ...change };
  };
  return (
    <Page class="archive watch">
      <header>
        <h1>{words.watch.title}</h1>
        <p class="note">{words.watch.lead}</p>
      </header>
      {playing.length > 0 && (
        <section class="card now-playing" aria-label={words.watch.nowPlaying}>
          <h2>{words.watch.nowPlaying}</h2>
          <ul class="row">
            {playing.flatMap((it) =>
              it.playing.map((code) => (
                <li key={code + it.user}>
                  <a class="button primary" href={`/${code}`}>
                    {it.name}
                  </a>
                </li>
              )),
            )}
          </ul>
        </section>
      )}
      <form class="row watch-filter" onSubmit={(event) => event.preventDefault()}>
        <VariantSelect
          name="variant"
          any={words.watch.all}
          value={filter.value.variant}
          onChange={(variant) => set({ variant })}
        />
        <Select
          label={words.players.speed}
          name="speed"
          options={[
            ['', words.watch.all] as const,
            ...SPEEDS.map((name) => [name, words.ratings.speeds[name]] as const),
          ]}
          value={filter.value.speed}
          onChange={(speed) => set({ speed })}
        />
        {(follows.value?.length ?? 0) > 0 && (
          <Segments
            label={words.watch.whose}
            options={[
              ['all', words.watch.everybody],
              ['followed', words.watch.followed],
            ]}
            value={filter.value.followed ? 'followed' : 'all'}
            onChange={(whose) => set({ followed: whose === 'followed' })}
          />
        )}
      </form>
      <section aria-label={words.watch.games} aria-busy={games === null}>
        {games?.length === 0 && <EmptyState text={words.watch.none} />}
        <LiveWall
          boards={games ?? []}
          keyOf={(it) => it.game.game}
          featured={featured && { key: featured.game.game, variant: featured.game.variant }}
        >
          {(it) => (
            <LiveGame
              code={it.game.game}
              known={it.game}
              ratings={it.ratings}
              label={it === featured ? words.watch.featured : undefined}
              note={words.ratings.speeds[it.speed as keyof typeof words.ratings.speeds]}
            />
          )}
        </LiveWall>
        {(follows.value?.length ?? 0) > 0 && (
          <details class="follow-list">
            <summary>{words.watch.list(follows.value?.length ?? 0)}</summary>
            <ul>
              {follows.value?.map((it) => (
                <li key={it.user}>
                  <PlayerName person={it} {...(it.playing.length > 0 ? { here: true } : {})} />
                  <FollowButton handle={it.handle} id={it.user} />
                </li>
              ))}
            </ul>
          </details>
        )}
        {list.value && list.value.n_games > list.value.games.length && (
          <p class="note">{words.watch.more(list.value.n_games - list.value.games.length)}</p>
        )}
      </section>
    </Page>
  );
}

/** The game that stands out, if it is among them, and then the others as they come. */
function featuredFirst({ games, featured }: WatchList): WatchedGame[] {
  const first = games.filter((it) => it.game.game === featured);
  return [...first, ...games.filter((it) => it.game.game !== featured)];
}
