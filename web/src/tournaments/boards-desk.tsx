/** What an arbiter does at the boards: those of the present round first, earlier ones to be overruled. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import type { Tournament } from '../wire/generated';
import { ArbiterDialog } from './arbiter-dialog';
import { freeIn, RepairDialog } from './repair-dialog';
import { isTyped } from './result-grid';
import { nameOf, resultText } from './words';

export function BoardsDesk({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const chosen = useSignal<string | null>(null);
  const repairs = useSignal(false);
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const rounds = [...view.rounds].reverse();
  const games = rounds.flatMap((round) => round.games);
  const at = games.find(({ key }) => key === chosen.value);
  if (games.length === 0) return null;
  const { playing, idle } = freeIn(view, rounds[0]);
  const canRepair = playing.length > 0 || idle.length > 1;
  return (
    <section class="card">
      <header class="page-head">
        <h2>{words.arbiter}</h2>
        {view.attendance === 'by_round' && view.phase === 'running' && canRepair && (
          <button
            type="button"
            name="repair"
            onClick={() => {
              repairs.value = true;
            }}
          >
            {words.acts.repair}
          </button>
        )}
      </header>
      {rounds.map(({ round, games: boards }, i) => (
        <details key={round} open={i === 0}>
          <summary>{words.round(round)}</summary>
          <ul class="pairings">
            {boards.map((game) => (
              <li key={game.key} class="pairing">
                <span class="pairing-board">{game.board || ''}</span>
                <span class="pairing-players">
                  {nameOf(entries, game.sente)} – {nameOf(entries, game.gote)}
                  <span class="note">{resultText(game)}</span>
                </span>
                <button
                  type="button"
                  name="arbiter"
                  onClick={() => {
                    chosen.value = game.key;
                  }}
                >
                  {game.result === null && isTyped(game) ? words.acts.result : words.arbiter}
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
      {repairs.value && (
        <RepairDialog
          view={view}
          onClose={() => {
            repairs.value = false;
          }}
        />
      )}
      {at && (
        <ArbiterDialog
          view={view}
          game={at}
          onClose={() => {
            chosen.value = null;
          }}
        />
      )}
    </section>
  );
}
