/**
 * A pairing of the present round is changed: two are put together, and who loses an opponent by it
 * may be too.
 */

import { useSignal } from '@preact/signals';
import { titled } from '../i18n/listed';
import { t } from '../i18n/whole';
import { Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import type { Tournament, TournamentRound } from '../wire/generated';
import { Reason } from './desk-fields';
import { Warnings } from './pairing-warnings';
import { act } from './tournament-api';
import { isSeated, nameOf } from './words';

/**
 * Who plays whom after `a` and `b` have been put together. Those who are left over sit as they sat
 * before.
 */
export function repaired(
  { games }: Pick<TournamentRound, 'games'>,
  a: string,
  b: string,
): { pairs: [string, string][]; alone: string[] } {
  const open = games.filter(({ result }) => result === null);
  const left = [a, b].map((it) => open.find(({ sente, gote }) => sente === it || gote === it));
  const [one, two] = left.map((game) => game && [game.sente, game.gote].filter((it) => it !== a && it !== b));
  const alone = [...(one ?? []), ...(two ?? [])];
  const pairs: [string, string][] = [[a, b]];
  if (alone.length < 2) return { pairs, alone };
  const [c = '', d = ''] = alone;
  const wasSente = left.some((game) => game?.sente === c);
  pairs.push(wasSente ? [c, d] : [d, c]);
  return { pairs, alone: [] };
}

/**
 * Who may be put together in a round: those whose game has no result, and whoever is there without
 * a game, because of a bye, late entry, or coming although an absence was announced.
 */
export function freeIn(
  { entries, attendance }: Pick<Tournament, 'entries' | 'attendance'>,
  round: Pick<TournamentRound, 'games' | 'byes'> | undefined,
): { playing: string[]; idle: string[] } {
  const games = round?.games ?? [];
  const playing = games.filter(({ result }) => result === null).flatMap(({ sente, gote }) => [sente, gote]);
  const byes = (round?.byes ?? []).map(({ entry }) => entry);
  const came = attendance === 'by_round' ? entries.filter(({ left }) => !left).map(({ id }) => id) : [];
  const idle = [...new Set([...byes, ...came])].filter((it) => !isSeated(games, it));
  return { playing, idle };
}

export function RepairDialog({ view, onClose }: { view: Tournament; onClose(): void }) {
  const words = t().tournaments;
  const round = view.rounds.at(-1);
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const { playing, idle } = freeIn(view, round);
  const free = [...playing, ...idle];
  const areTwoIdle = idle.length > 1;
  const sente = useSignal((areTwoIdle ? idle[0] : free[0]) ?? '');
  const gote = useSignal((areTwoIdle ? idle[1] : (free[2] ?? free[1])) ?? '');
  const reason = useSignal('');
  if (!round) return null;
  const { pairs, alone } = repaired(round, sente.value, gote.value);
  const isSound = sente.value !== gote.value;
  const options = [
    ...playing.map((id) => [id, nameOf(entries, id)] as const),
    ...idle.map((id) => [id, words.repair.newcomer(nameOf(entries, id))] as const),
  ];
  return (
    <Dialog title={titled(words.acts.repair, words.round(round.round))} onClose={onClose}>
      <form
        class="setup"
        onSubmit={async (event) => {
          event.preventDefault();
          if (isSound && (await act(view.code, { t: 'repair', round: round.round, pairs }, reason.value)))
            onClose();
        }}
      >
        <p class="note">{words.repair.help}</p>
        <div class="columns">
          {([sente, gote] as const).map((seat, i) => (
            <Select
              key={i}
              label={i === 0 ? t().sides.sente : t().sides.gote}
              name={i === 0 ? 'sente' : 'gote'}
              options={options}
              value={seat.value}
              onChange={(it) => {
                seat.value = it;
              }}
            />
          ))}
        </div>
        {isSound && (
          <>
            <p class="label">{words.repair.pairs}</p>
            <ul class="repair-pairs">
              {pairs.map(([a, b]) => (
                <li key={a}>
                  ▲ {nameOf(entries, a)} – △ {nameOf(entries, b)}
                  <Warnings view={view} round={round.round} sente={a} gote={b} />
                </li>
              ))}
              {alone.map((id) => (
                <li key={id}>{words.repair.alone(nameOf(entries, id))}</li>
              ))}
            </ul>
          </>
        )}
        <Reason value={reason.value} onInput={(text) => (reason.value = text)} />
        <button type="submit" class="primary" disabled={!isSound}>
          {words.acts.repair}
        </button>
      </form>
    </Dialog>
  );
}
