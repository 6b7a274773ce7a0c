/**
 * In the middle of the first page: a game that is being played, and while there is none, today's
 * problem at the reader's level.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { lateBoard } from '../ui/late';
import { useSeen } from '../ui/seen';
import { LiveWall } from '../watch/live-wall';
import { runningGames } from '../watch/watch-api';
import type { GameSummary } from '../wire/generated';
import { home, loadHome } from './home-store';

/** How many others stand below, small. */
const OTHERS_MAX = 4;

const LiveGame = lateBoard(() => import('../watch/live-game').then((it) => it.LiveGame));

const DailyProblem = lateBoard(() => import('../tsume/daily-problem').then((it) => it.DailyProblem));

/**
 * The game that is shown large: the one that was, as long as it is played; else the one that stands
 * out on the page of running games; else a game between people. A game against the machine is no
 * more than one of the others.
 */
export function shownLarge(games: readonly GameSummary[], shown: string | null, featured: string | null) {
  const between = games.filter(({ players }) => !players.sente?.engine && !players.gote?.engine);
  return (
    between.find(({ game }) => game === shown) ??
    between.find(({ game }) => game === featured) ??
    between[0] ??
    null
  );
}

export function Showcase({ games }: { games: readonly GameSummary[] | null }) {
  const words = t();
  // Not known before it was asked for, which is when there are games.
  const featured = useSignal<string | null | undefined>(undefined);
  const shown = useSignal<string | null>(null);
  // Boards are not loaded for whoever never goes down to them.
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const isPlayed = (games?.length ?? 0) > 0;
  const isKnown = games !== null && (!isPlayed || featured.value !== undefined);
  const large = isKnown ? shownLarge(games, shown.value, featured.value ?? null) : null;
  const code = large?.game ?? null;
  useEffect(() => {
    shown.value = code;
  }, [code]);
  useEffect(() => {
    if (!isPlayed) return;
    void runningGames({ variant: '', speed: '', followed: false }).then((list) => {
      featured.value = list?.featured ?? null;
    });
    return () => {
      featured.value = undefined;
    };
  }, [isPlayed]);
  const daily = home.value?.daily;
  const isQuiet = isKnown && large === null;
  const others = games?.filter(({ game }) => game !== code).slice(0, OTHERS_MAX) ?? [];
  return (
    <section class="lobby-games" aria-labelledby="games-title" aria-busy={games === null}>
      <header class={isKnown ? '' : 'unknown'}>
        <h2 id="games-title">{isQuiet ? words.lobby.daily : words.lobby.games}</h2>
        {isKnown && (
          <a href={isQuiet ? '/tsume' : '/watch'}>
            {isQuiet ? words.training.tsume.all : words.lobby.watchAll}
          </a>
        )}
      </header>
      <div class="showcase" ref={place}>
        {isSeen && large && <LiveGame key={large.game} code={large.game} known={large} />}
        {isSeen && isQuiet && daily && <DailyProblem daily={daily} onSolved={loadHome} />}
      </div>
      {isSeen && (
        <LiveWall boards={others} keyOf={({ game }) => game} label={words.lobby.games}>
          {(game) => <LiveGame code={game.game} known={game} />}
        </LiveWall>
      )}
    </section>
  );
}
