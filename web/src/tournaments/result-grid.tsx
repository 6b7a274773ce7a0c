/**
 * Results of real boards as fast as they come in: a click or a key for each, and the next board
 * follows.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/whole';
import { theSocket } from '../session';
import type { Pairing, PairingOutcome, Tournament } from '../wire/generated';
import { act } from './tournament-api';
import { nameOf, resultText } from './words';

/** As other programs have it: the first of a board wins, the second does, nobody does. */
const KEYS: Record<string, PairingOutcome> = {
  '1': 'sente',
  '0': 'gote',
  '2': 'gote',
  '=': 'draw',
  '5': 'draw',
};

/** For so long the server takes another result as a correction. */
const CORRECTED_MS = 60_000;

/** Whether the game is played at a real board, and its result typed in. */
export const isTyped = ({ games, waits = false }: Pick<Pairing, 'games' | 'waits'>) =>
  games.length === 0 && !waits;

export function ResultGrid({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const list = useRef<HTMLOListElement>(null);
  const round = view.rounds.at(-1);
  const boards = round?.games.filter(isTyped) ?? [];
  const now = useSignal(theSocket().serverNow());
  const corrected = useSignal<string | null>(null);
  const isFresh = ({ typed_ms, ruling }: Pairing) =>
    typed_ms !== undefined && typed_ms !== null && !ruling && now.value - typed_ms < CORRECTED_MS;
  const shown = boards.some((game) => game.result === null || isFresh(game));
  useEffect(() => {
    now.value = theSocket().serverNow();
    if (!boards.some(isFresh)) return;
    const ticks = setInterval(() => {
      now.value = theSocket().serverNow();
    }, 5_000);
    return () => clearInterval(ticks);
  }, [view.version]);
  if (!round || (view.phase !== 'running' && view.phase !== 'over') || !shown) return null;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('li.open') ?? [])];
  const goTo = (row: HTMLElement | undefined) => row?.querySelector('button')?.focus();
  const put = (game: Pairing, outcome: PairingOutcome, row: HTMLElement) => {
    const all = rows();
    const at = all.indexOf(row);
    goTo(all[at + 1] ?? all.find((it) => it !== row));
    corrected.value = null;
    void act(view.code, { t: 'result', game: game.key, outcome });
  };
  const onKey = (event: KeyboardEvent, game: Pairing) => {
    const row = (event.currentTarget as HTMLElement) ?? null;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const outcome = KEYS[event.key];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (outcome) put(game, outcome, row);
    else if (step) {
      const all = rows();
      goTo(all[all.indexOf(row) + step]);
    } else return;
    event.preventDefault();
  };
  return (
    <section class="card no-print">
      <h2>{words.grid.title(round.round)}</h2>
      <p class="note">{words.grid.help}</p>
      <ol class="result-grid" ref={list}>
        {boards.map((game) => {
          const names = [nameOf(entries, game.sente), nameOf(entries, game.gote)] as const;
          // As long as it is tossed for, nobody knows who is sente.
          const sign = (side: string) => (game.toss ? '' : `${side} `);
          const button = (outcome: PairingOutcome, text: string, label: string) => (
            <button
              type="button"
              class="quiet"
              name={outcome}
              aria-label={label}
              onClick={(event) => {
                const row = event.currentTarget.closest('li');
                if (row) put(game, outcome, row);
              }}
            >
              {text}
            </button>
          );
          const said = (game.reports ?? []).map(({ entry, outcome }) =>
            words.hall.reports(nameOf(entries, entry), words.outcomes[outcome]),
          );
          return game.result === null || corrected.value === game.key ? (
            <li key={game.key} class="open" onKeyDown={(event) => onKey(event, game)}>
              <span class="pairing-board">{game.board || ''}</span>
              {button('sente', `${sign('▲')}${names[0]}`, words.grid.wins(names[0], names[1]))}
              {button('draw', '=', words.grid.draw(names[0], names[1]))}
              {button('gote', `${sign('△')}${names[1]}`, words.grid.wins(names[1], names[0]))}
              {said.length > 0 && <span class="note reports">{said.join(' ')}</span>}
            </li>
          ) : (
            <li key={game.key} class="done">
              <span class="pairing-board">{game.board || ''}</span>
              <span>▲ {names[0]}</span>
              <span class="note">{resultText(game)}</span>
              <span>△ {names[1]}</span>
              {isFresh(game) && (
                <button
                  type="button"
                  class="quiet reports"
                  onClick={() => {
                    corrected.value = game.key;
                  }}
                >
                  {words.grid.correct(names[0], names[1])}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
