/** Results of real boards as fast as they come in: a click or a key for each, and the next board follows. */

import { useRef } from 'preact/hooks';
import { t } from '../i18n';
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

/** Whether the game is played at a real board, and its result typed in. */
export const isTyped = ({ games }: Pick<Pairing, 'games'>) => games.length === 0;

export function ResultGrid({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const list = useRef<HTMLOListElement>(null);
  const round = view.rounds.at(-1);
  const boards = round?.games.filter(isTyped) ?? [];
  const open = boards.filter(({ result }) => result === null);
  if (!round || view.phase !== 'running' || open.length === 0) return null;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('li.open') ?? [])];
  const goTo = (row: HTMLElement | undefined) => row?.querySelector('button')?.focus();
  const put = (game: Pairing, outcome: PairingOutcome, row: HTMLElement) => {
    const all = rows();
    const at = all.indexOf(row);
    goTo(all[at + 1] ?? all.find((it) => it !== row));
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
          return game.result === null ? (
            <li key={game.key} class="open" onKeyDown={(event) => onKey(event, game)}>
              <span class="pairing-board">{game.board || ''}</span>
              {button('sente', `▲ ${names[0]}`, words.grid.wins(names[0], names[1]))}
              {button('draw', '=', words.grid.draw(names[0], names[1]))}
              {button('gote', `△ ${names[1]}`, words.grid.wins(names[1], names[0]))}
            </li>
          ) : (
            <li key={game.key} class="done">
              <span class="pairing-board">{game.board || ''}</span>
              <span>▲ {names[0]}</span>
              <span class="note">{resultText(game)}</span>
              <span>△ {names[1]}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
