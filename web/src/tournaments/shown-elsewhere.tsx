/** Boards of broadcasts that show games of a tournament: links for all, and answers for organisers. */

import { useEffect } from 'preact/hooks';
import { ask } from '../api/request';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { type Loaded, OFTEN_MS, useLoaded } from '../ui/loaded';
import { toast } from '../ui/toast';
import type { BoardOfEvent, Tournament } from '../wire/generated';
import { problemText } from './tournament-api';

const broadcastsOf = (code: string) => ask('GET', '/tournaments/{code}/broadcasts', { path: { code } });

/** The boards as they are now; asked for again while one of them is played and somebody waits for it. */
export function useBroadcastsOf(view: Tournament, waits = false): Loaded<{ boards: BoardOfEvent[] }> {
  const loaded = useLoaded(() => broadcastsOf(view.code), [view.code]);
  useEffect(() => void loaded.again(), [view.version]);
  const open = new Set(
    view.rounds.flatMap(({ games }) => games.filter(({ result }) => result === null).map(({ key }) => key)),
  );
  const mayEnd = waits && (loaded.value?.boards ?? []).some((it) => it.taken && open.has(it.game));
  useEffect(() => {
    if (!mayEnd) return;
    const ticks = setInterval(() => void loaded.again(), OFTEN_MS);
    return () => clearInterval(ticks);
  }, [mayEnd]);
  return loaded;
}

export const boardPage = ({ broadcast, board }: BoardOfEvent) => `/broadcasts/${broadcast}/${board}`;

/** What broadcasters say they show of it, for an organiser to take or not. */
export function BroadcastsDesk({ view }: { view: Tournament }) {
  const words = t().tournaments.broadcasts;
  const loaded = useBroadcastsOf(view);
  const boards = loaded.value?.boards ?? [];
  const firsts = boards.filter((it, i) => boards.findIndex((that) => that.broadcast === it.broadcast) === i);
  if (firsts.length === 0) return null;
  const answer = async (broadcast: string, takes: boolean) => {
    try {
      const path = { code: view.code, broadcast };
      await ask('PUT', '/tournaments/{code}/broadcasts/{broadcast}', { path, body: { takes } });
      await loaded.again();
    } catch (refused) {
      toast.show(problemText(refused), 'bad');
    }
  };
  return (
    <section class="card no-print broadcasts-desk">
      <h2>{words.title}</h2>
      <p class="note">{words.help}</p>
      <ul class="plain-list">
        {firsts.map(({ broadcast, title, by, taken }) => (
          <li key={broadcast} class="row">
            <span>
              <a href={`/broadcasts/${broadcast}`}>{title}</a>{' '}
              <span class="note">
                {noted([by, taken === true ? words.taken : taken === false ? words.declined : words.asks])}
              </span>
            </span>
            {taken !== true && (
              <button
                type="button"
                class={taken === undefined ? 'primary' : ''}
                onClick={() => void answer(broadcast, true)}
              >
                {words.take}
              </button>
            )}
            {taken !== false && (
              <button type="button" class="quiet" onClick={() => void answer(broadcast, false)}>
                {taken ? words.drop : words.decline}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
