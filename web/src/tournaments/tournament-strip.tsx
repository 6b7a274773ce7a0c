/** Beside a tournament's board: which tournament, round and table; for those who watch also how late, and the arbiter's desk. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, orNull } from '../api/request';
import { noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { isMember } from '../session';
import { BesideBoard } from '../simul/beside-board';
import type { GameSnapshot, OwnPart, Pairing, Tournament, TournamentPlace } from '../wire/generated';
import type { ArbiterDialog } from './arbiter-dialog';
import { CallArbiter } from './at-the-board';
import { tournamentOf } from './tournament-api';

interface Desk {
  Dialog: typeof ArbiterDialog;
  view: Tournament;
  game: Pairing;
}

export function TournamentStrip({ code, game }: { code: string; game: GameSnapshot }) {
  const words = t().tournaments;
  const place = useSignal<TournamentPlace | null>(null);
  const own = useSignal<OwnPart | null>(null);
  const desk = useSignal<Desk | null>(null);
  const member = isMember.value;
  useEffect(() => {
    place.value = null;
    const path = { code, game: game.game };
    void orNull(ask('GET', '/tournaments/{code}/games/{game}', { path })).then((found) => {
      place.value = found;
    });
  }, [code, game.game]);
  const askOwn = () => {
    if (!member) return;
    void orNull(ask('GET', '/tournaments/{code}/me', { path: { code } })).then((found) => {
      own.value = found;
    });
  };
  useEffect(() => {
    own.value = null;
    askOwn();
  }, [code, member]);
  const watches = !game.you && game.phase === 'playing';
  const { name, round, board, host } = place.value ?? {};
  const open = async () => {
    const [view, { ArbiterDialog }] = await Promise.all([
      orNull(tournamentOf(code, 'all')),
      import('./arbiter-dialog'),
    ]);
    const pairing = view?.rounds
      .flatMap(({ games }) => games)
      .find(({ games }) => games.at(-1) === game.game);
    if (view && pairing) desk.value = { Dialog: ArbiterDialog, view, game: pairing };
  };
  const { Dialog } = desk.value ?? {};
  return (
    <section class="tournament-strip card">
      <a href={`/tournaments/${code}`}>{name ?? words.toTournament}</a>
      {round !== undefined && (
        <span class="note">{noted([words.round(round), board ? words.room.board(board) : ''])}</span>
      )}
      {host && <BesideBoard code={code} host={host} game={game} hosts={own.value?.hosts ?? false} />}
      {watches && game.delay > 0 && <span class="note">{words.watchedLate(game.delay)}</span>}
      {game.you && game.phase === 'playing' && own.value?.entry && (
        <CallArbiter code={code} called={(own.value?.calls.length ?? 0) > 0} onDone={askOwn} />
      )}
      {watches && own.value?.organiser && (
        <button type="button" name="arbiter" onClick={() => void open()}>
          {words.arbiter}
        </button>
      )}
      {Dialog && desk.value && (
        <Dialog
          view={desk.value.view}
          game={desk.value.game}
          onClose={() => {
            desk.value = null;
          }}
        />
      )}
    </section>
  );
}
