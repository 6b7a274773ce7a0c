/**
 * Beside a board of a simul: to a guest, how many boards have waited longer; to watchers, the way
 * after the host.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, orNull } from '../api/request';
import { t } from '../i18n/whole';
import type { GameSnapshot, OpenBoard } from '../wire/generated';

/** How often it is asked where the host is. */
const ASK_MS = 10_000;

/** The boards at which the host is to move, who has waited longest first. */
function waitingBoards(boards: readonly OpenBoard[], host: string): OpenBoard[] {
  return boards.filter(({ to_move }) => to_move === host).sort((a, b) => b.thinks_ms - a.thinks_ms);
}

interface Props {
  /** The simul. */
  code: string;
  /** The entry of its host. */
  host: string;
  game: GameSnapshot;
  /** Whether whoever looks is the host. */
  hosts: boolean;
}

export function BesideBoard({ code, host, game, hosts }: Props) {
  const words = t().simul;
  const boards = useSignal<readonly OpenBoard[]>([]);
  const isOver = game.phase === 'over';
  useEffect(() => {
    if (hosts || (isOver && game.you)) return;
    const look = async () => {
      if (document.hidden) return;
      const found = await orNull(ask('GET', '/tournaments/{code}/boards', { path: { code } }));
      if (found) boards.value = found.boards;
    };
    void look();
    const timer = setInterval(look, ASK_MS);
    return () => clearInterval(timer);
  }, [code, game.ply, isOver, hosts]);
  if (hosts)
    return (
      <a class="button primary" href={`/tournaments/${code}/host`}>
        {words.boards}
      </a>
    );
  const waiting = waitingBoards(boards.value, host);
  const place = waiting.findIndex((it) => it.game === game.game);
  if (!game.you) {
    const next = waiting.find((it) => it.game !== game.game);
    return next ? (
      <a class="button" href={`/${next.game}`}>
        {words.follow}
      </a>
    ) : null;
  }
  if (isOver || place < 0) return null;
  return (
    <span class="note" role="status">
      {place === 0 ? words.hostHere : words.before(place)}
    </span>
  );
}
