/** Beside a tournament's board, for those who watch: the way back, how late they see it, and the arbiter's desk. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, orNull } from '../api/request';
import { t } from '../i18n';
import { isMember } from '../session';
import type { GameSnapshot, Pairing, Tournament } from '../wire/generated';
import type { ArbiterDialog } from './arbiter-dialog';

interface Desk {
  Dialog: typeof ArbiterDialog;
  view: Tournament;
  game: Pairing;
}

export function TournamentStrip({ game }: { game: GameSnapshot }) {
  const words = t().tournaments;
  const code = game.tournament;
  const organises = useSignal(false);
  const desk = useSignal<Desk | null>(null);
  const member = isMember.value;
  useEffect(() => {
    organises.value = false;
    if (!code || !member || game.you) return;
    void orNull(ask('GET', '/tournaments/{code}/me', { path: { code } })).then((own) => {
      organises.value = own?.organiser ?? false;
    });
  }, [code, member]);
  if (!code || game.you || game.phase !== 'playing') return null;
  const open = async () => {
    const [view, { ArbiterDialog }] = await Promise.all([
      orNull(ask('GET', '/tournaments/{code}', { path: { code } })),
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
      <a href={`/tournaments/${code}`}>{words.toTournament}</a>
      {game.delay > 0 && <span class="note">{words.watchedLate(game.delay)}</span>}
      {organises.value && (
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
