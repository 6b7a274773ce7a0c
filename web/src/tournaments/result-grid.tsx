/**
 * Results of real boards as fast as they come in: a click or a key for each, and the next board
 * follows.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { clockFace } from '../clock/format';
import { listed, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { entryGradeText } from '../ratings/words';
import { theSocket } from '../session';
import { Icon } from '../ui/icon';
import type { Pairing, PairingOutcome, Tournament, TournamentEntry } from '../wire/generated';
import { ArbiterDialog } from './arbiter-dialog';
import { after, type KeyState, onResultKey } from './result-keys';
import { gamesNow } from './rounds-now';
import { useBroadcastsOf } from './shown-elsewhere';
import { act } from './tournament-api';
import { handicapText, nameOf, resultText } from './words';

/** For so long the server takes another result as a correction. */
const CORRECTED_MS = 60_000;

/** Whether the game is played at a real board, and its result typed in. */
export const isTyped = ({ games, waits = false }: Pick<Pairing, 'games' | 'waits'>) =>
  games.length === 0 && !waits;

/** Where what is typed is somebody else's, and where the arrows are. */
const TAKES_TEXT = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], dialog';
const TAKES_ARROWS = 'input, [role=menu]';

export function ResultGrid({ view }: { view: Tournament }) {
  const words = t().tournaments;
  const list = useRef<HTMLOListElement>(null);
  const round = view.rounds.at(-1);
  const boards = gamesNow(view).filter((game) => isTyped(game) && game.result !== 'annulled');
  const now = useSignal(theSocket().serverNow());
  const corrected = useSignal<string | null>(null);
  const overruled = useSignal<string | null>(null);
  const keys = useSignal<KeyState>({ board: null, typed: null });
  const isFresh = ({ typed_ms, ruling }: Pairing) =>
    typed_ms !== undefined && typed_ms !== null && !ruling && now.value - typed_ms < CORRECTED_MS;
  const isOpen = (game: Pairing) => game.result === null || corrected.value === game.key;
  const shown = view.phase === 'running' ? boards.length > 0 : boards.some(isFresh);
  useEffect(() => {
    now.value = theSocket().serverNow();
    if (!boards.some(isFresh)) return;
    const ticks = setInterval(() => {
      now.value = theSocket().serverNow();
    }, 5_000);
    return () => clearInterval(ticks);
  }, [view.version]);
  const shownBy = useBroadcastsOf(view, true).value?.boards ?? [];
  const numberOf = numbersOf(boards);
  const open = boards.filter(isOpen).map(numberOf);
  // What was chosen may have its result by now, from another desk: it stays chosen, so that a key
  // that was meant for it goes to no other board.
  const { board: wanted, typed } = keys.value;
  const chosen = boards.some((it) => numberOf(it) === wanted) ? wanted : (open[0] ?? null);
  const state: KeyState = { board: chosen, typed };
  const put = (game: Pairing, outcome: PairingOutcome) => {
    corrected.value = null;
    void act(view.code, { t: 'result', game: game.key, outcome });
  };
  const ask = (game: Pairing) => {
    if (isFresh(game)) corrected.value = game.key;
    else overruled.value = game.key;
  };
  const isThere = shown && (view.phase === 'running' || view.phase === 'over');
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  onKey.current = (event) => {
    if (!isThere || event.ctrlKey || event.altKey || event.metaKey || overruled.value) return;
    // A key that is held down is one result.
    if (event.repeat && !event.key.startsWith('Arrow')) return;
    const at = event.target instanceof Element ? event.target : document.body;
    if (at.closest(TAKES_TEXT) || document.querySelector('dialog[open]')) return;
    if (event.key.startsWith('Arrow') && at.closest(TAKES_ARROWS)) return;
    const done = onResultKey(event.key, state, boards.map(numberOf), open);
    if (!done) return;
    event.preventDefault();
    keys.value = done.state;
    const game = boards.find((it) => numberOf(it) === (done.t === 'outcome' ? done.board : done.state.board));
    if (game && done.t === 'outcome' && isOpen(game)) put(game, done.outcome);
    else if (game && (done.t === 'outcome' || (done.state.typed === null && !isOpen(game)))) ask(game);
    // The board that is meant now is seen.
    list.current?.querySelector(`[data-board="${done.state.board}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey.current(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
  if (!round || !isThere) return null;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const ruled = boards.find(({ key }) => key === overruled.value);
  return (
    <section class="card no-print">
      <h2>{words.grid.title(round.round)}</h2>
      <p class="note">{words.grid.help}</p>
      <p class="grid-number" role="status">
        {state.typed !== null && words.grid.number(state.typed)}
      </p>
      <ol class="result-grid" ref={list}>
        {boards.map((game) => (
          <Row
            key={game.key}
            game={game}
            entries={entries}
            isOpen={isOpen(game)}
            number={numberOf(game)}
            proposed={shownBy.find((it) => it.game === game.key && it.taken && it.outcome)?.outcome ?? null}
            isChosen={state.board === numberOf(game)}
            onChoose={() => {
              keys.value = { board: numberOf(game), typed: null };
            }}
            onPut={(outcome) => {
              keys.value = { board: after(numberOf(game), open), typed: null };
              put(game, outcome);
            }}
            onCorrect={() => ask(game)}
          />
        ))}
      </ol>
      {ruled && (
        <ArbiterDialog
          view={view}
          game={ruled}
          onClose={() => {
            overruled.value = null;
          }}
        />
      )}
    </section>
  );
}

/**
 * The numbers by which boards are chosen: their own, or where these are missing or several parts
 * have the same, their places in the list.
 */
function numbersOf(games: readonly Pairing[]): (game: Pairing) => number {
  const own = new Set(games.map(({ board }) => board));
  const isUnique = own.size === games.length && !own.has(0);
  return (game) => (isUnique ? game.board : games.indexOf(game) + 1);
}

interface RowProps {
  game: Pairing;
  number: number;
  entries: ReadonlyMap<string, TournamentEntry>;
  isOpen: boolean;
  /** The result that a broadcast of the game shows. */
  proposed: PairingOutcome | null;
  /** Keys are about this board. */
  isChosen: boolean;
  onChoose(): void;
  onPut(outcome: PairingOutcome): void;
  onCorrect(): void;
}

function Row({ game, number, entries, isOpen, proposed, isChosen, onChoose, onPut, onCorrect }: RowProps) {
  const words = t().tournaments;
  const names = [nameOf(entries, game.sente), nameOf(entries, game.gote)] as const;
  const player = (side: 'sente' | 'gote') => {
    const entry = entries.get(game[side]);
    // As long as it is tossed for, nobody knows who is sente.
    const sign = game.toss ? '' : side === 'sente' ? '▲ ' : '△ ';
    const known = noted([
      entryGradeText(entry?.grade, entry?.provisional),
      side === 'gote' ? handicapText(game) : null,
      side === 'gote' && game.play_off !== undefined && words.ties.game,
    ]);
    return (
      <span>
        {sign}
        {nameOf(entries, game[side])}
        {known && <span class="note grid-known"> {known}</span>}
      </span>
    );
  };
  const button = (outcome: 'sente' | 'draw' | 'gote', label: string) => (
    <button
      type="button"
      class="quiet"
      name={outcome}
      aria-label={label}
      onFocus={onChoose}
      onClick={() => onPut(outcome)}
    >
      {outcome === 'draw' ? '=' : player(outcome)}
    </button>
  );
  const winner = (side: 'sente' | 'gote') => t().tableClock.event.wins(names[side === 'sente' ? 0 : 1]);
  const said = (game.reports ?? []).map(({ entry, outcome }) =>
    words.hall.reports(nameOf(entries, entry), words.outcomes[outcome]),
  );
  const times = game.table && [
    `${names[0]} ${clockFace(game.table.sente_ms)}`,
    `${names[1]} ${clockFace(game.table.gote_ms)}`,
  ];
  if (game.table && times) {
    const { outcome, moves } = game.table;
    const clock = t().tableClock;
    const result = outcome === 'sente' || outcome === 'gote' ? winner(outcome) : words.outcomes[outcome];
    said.push(clock.event.from(result, clock.moves(moves), listed(times)));
  }
  const classes = [isOpen ? 'open' : 'done', isChosen ? 'chosen' : ''].filter(Boolean).join(' ');
  return (
    <li class={classes} data-board={number} aria-current={isChosen || undefined}>
      <span class="pairing-board">{number}</span>
      {isOpen ? (
        <>
          {button('sente', words.grid.wins(names[0], names[1]))}
          {button('draw', words.grid.draw(names[0], names[1]))}
          {button('gote', words.grid.wins(names[1], names[0]))}
          {proposed && game.result === null && (
            <button type="button" class="quiet" name="take-proposed" onClick={() => onPut(proposed)}>
              {words.broadcasts.proposes(words.outcomes[proposed])}
            </button>
          )}
          {said.length > 0 && <span class="note reports">{said.join(' ')}</span>}
        </>
      ) : (
        <>
          {player('sente')}
          <span class="note">{resultText(game)}</span>
          {player('gote')}
          <button
            type="button"
            class="quiet square"
            aria-label={words.grid.correct(names[0], names[1])}
            title={words.grid.correct(names[0], names[1])}
            onClick={onCorrect}
          >
            <Icon name="pencil" />
          </button>
        </>
      )}
    </li>
  );
}
