/**
 * `/tournaments/CODE/host`: where the host of a simul plays. After each move comes the next board
 * that waits, by itself; keys lead on, back, and let the host stay.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { SmallClock } from '../clock/small-clock';
import { GameAtBoard } from '../game/game-page';
import { t } from '../i18n/whole';
import { type Outcome, outcomeFor } from '../shogi/outcome';
import { useTournament } from '../tournaments/tournament-api';
import { nameOf } from '../tournaments/words';
import { Select, Toggle } from '../ui/choice';
import { Icon } from '../ui/icon';
import { Blank, When } from '../ui/page';
import type { GameSnapshot, OwnPart, Tournament } from '../wire/generated';
import { createHostBoards, type HostBoard, isHostsMove, waitingOf, whenDone } from './boards';
import { neighbour, nextBoard, ORDERS, type Order } from './queue';

/** How long the host sees what their move has done before the next board comes. */
const AFTER_MOVE_MS = 350;
const AFTER_END_MS = 2_500;

export function HostPage({ code }: { code: string }) {
  const words = t().tournaments;
  const missing = { title: words.notFound, text: words.notFoundHelp, href: '/tournaments', to: words.toList };
  return (
    <When of={useTournament(code)} missing={missing}>
      {({ view, own }) => <Boards view={view} own={own} />}
    </When>
  );
}

/** Where somebody without a pointer plays. */
const HANDS = ['.board-grid [tabindex="0"]', '.typed-move input'];

function Boards({ view, own }: { view: Tournament; own: OwnPart }) {
  const words = t().simul;
  const [known] = useState(createHostBoards);
  const plays = own.hosts === true && view.phase !== 'draft' && view.phase !== 'open';
  useEffect(() => known.close, [known]);
  useEffect(() => {
    if (plays) known.settle(view);
  }, [view, plays]);
  if (!plays || (known.boards.value.length === 0 && view.phase === 'over'))
    return (
      <Blank title={view.name} text={words.notHost} href={`/tournaments/${view.code}`} to={words.toSimul} />
    );
  if (known.boards.value.length === 0) return null;
  return <Hall view={view} boards={known.boards.value} />;
}

function Hall({ view, boards }: { view: Tournament; boards: readonly HostBoard[] }) {
  const words = t().simul;
  const shown = useSignal(0);
  const stays = useSignal(false);
  const order = useSignal<Order>('walk');
  /**
   * Where the host is by now: a key may come before the page has drawn the board that came by
   * itself.
   */
  const here = () => Math.min(shown.peek(), boards.length - 1);
  const at = Math.min(shown.value, boards.length - 1);
  const n = boards.filter((it) => waitingOf(it).waits).length;
  const board = boards[at];
  /** What had the keyboard at the board before: it has it at the next one. */
  const hand = useRef<string | null>(null);
  /** Whether the host came here by their own hand: then they look as long as they like. */
  const looks = useRef(false);
  const go = (to: number | null, byHand = false) => {
    if (to === null || to === here()) return;
    hand.current = HANDS.find((it) => document.activeElement?.matches(it)) ?? null;
    looks.current = byHand;
    shown.value = to;
  };
  // As soon as the board is there: nothing that is typed meanwhile is lost.
  useLayoutEffect(() => {
    if (hand.current) document.querySelector<HTMLElement>(hand.current)?.focus({ preventScroll: true });
  }, [board]);
  const goOn = () => go(nextBoard(boards.map(waitingOf), here(), order.value), true);

  // What the host has done here, and a board that waits while nothing is to be done here.
  const due = useRef<ReturnType<typeof setTimeout> | null>(null);
  const later = (ms: number) => {
    if (due.current !== null) clearTimeout(due.current);
    due.current = setTimeout(() => {
      due.current = null;
      const { waits } = board ? waitingOf(board) : { waits: false };
      if (!stays.peek() && !waits) go(nextBoard(boards.map(waitingOf), here(), order.peek()));
    }, ms);
  };
  useEffect(() => {
    const stop =
      board &&
      whenDone(board.store, (over) => {
        looks.current = false;
        later(over ? AFTER_END_MS : AFTER_MOVE_MS);
      });
    return () => {
      stop?.();
      if (due.current !== null) clearTimeout(due.current);
      due.current = null;
    };
  }, [board, boards]);
  // Whether somewhere else a board waits while this one does not.
  const game = board?.store.game.value;
  const isIdle = game !== null && game !== undefined && !isHostsMove(game);
  useEffect(() => {
    if (isIdle && n > 0 && due.current === null && !looks.current)
      later(game?.phase === 'over' ? AFTER_END_MS : AFTER_MOVE_MS);
  }, [isIdle, n, stays.value]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 'n')
        go(
          nextBoard(boards.map(waitingOf), here(), order.value) ?? neighbour(boards.length, here(), 1),
          true,
        );
      else if (key === 'p') go(neighbour(boards.length, here(), -1), true);
      else if (key === 's') stays.value = !stays.value;
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [boards]);

  if (!board) return null;
  return (
    <div class="simul-host">
      <Strip view={view} boards={boards} at={at} onGo={(to) => go(to, true)} />
      <GameAtBoard
        key={board.store.code}
        store={board.store}
        desk={
          <section class="card simul-desk">
            <p class="note" role="status">
              {words.waiting(n)} <Score boards={boards} />
            </p>
            <div class="row">
              <button
                type="button"
                name="previous-board"
                onClick={() => go(neighbour(boards.length, here(), -1), true)}
              >
                {words.previous}
              </button>
              <button type="button" name="next-board" class="primary" disabled={n === 0} onClick={goOn}>
                {words.next}
              </button>
              <Toggle
                label={words.stay}
                value={stays.value}
                onChange={(on) => {
                  stays.value = on;
                }}
              />
            </div>
            <details>
              <summary>{words.order}</summary>
              <Select
                label={words.order}
                name="order"
                options={ORDERS.map((it) => [it, words.orders[it]] as const)}
                value={order.value}
                onChange={(it) => {
                  order.value = it;
                }}
              />
              <p class="note simul-keys">{words.keys}</p>
            </details>
          </section>
        }
      />
    </div>
  );
}

type State = 'yourMove' | 'theirMove' | Outcome;

function stateOf(game: GameSnapshot | null): State {
  if (game?.phase !== 'over') return game && isHostsMove(game) ? 'yourMove' : 'theirMove';
  return outcomeFor(game.you, game.result?.winner ?? null);
}

const SIGNS: Record<State, string> = { yourMove: '●', theirMove: '…', won: '+', lost: '−', drawn: '=' };

/**
 * All boards side by side: whose move it is, how much time the host has, and how those that are
 * over came out.
 */
function Strip(props: {
  view: Tournament;
  boards: readonly HostBoard[];
  at: number;
  onGo(to: number): void;
}) {
  const { view, boards, at, onGo } = props;
  const words = t().simul;
  const entries = new Map(view.entries.map((entry) => [entry.id, entry]));
  const list = useRef<HTMLOListElement>(null);
  // The board at which the host is stands in the middle of what can be seen.
  useEffect(() => {
    const item = list.current?.children[at];
    if (!(item instanceof HTMLElement) || !list.current) return;
    list.current.scrollLeft = item.offsetLeft - (list.current.clientWidth - item.clientWidth) / 2;
  }, [at, boards.length]);
  return (
    <nav class="simul-strip" aria-label={words.strip}>
      <a class="button" href={`/tournaments/${view.code}`} aria-label={words.toSimul} title={words.toSimul}>
        <Icon name="cup" />
      </a>
      <ol ref={list}>
        {boards.map(({ board, guest, store }, i) => {
          const game = store.game.value;
          const state = stateOf(game);
          const name = nameOf(entries, guest);
          return (
            <li key={store.code}>
              <button
                type="button"
                class={`simul-chip ${state}`}
                aria-current={i === at ? 'true' : undefined}
                aria-label={words.board(board, name, words[state])}
                onClick={() => onGo(i)}
              >
                <span class="simul-sign" aria-hidden="true">
                  {SIGNS[state]}
                </span>
                <span class="simul-number">{board}</span>
                <span class="simul-name">{name}</span>
                {game?.you && game.phase === 'playing' && (
                  <SmallClock stream={`game:${game.game}`} of={{ ...game, over: false }} side={game.you} />
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function Score({ boards }: { boards: readonly HostBoard[] }) {
  const states = boards.map(({ store }) => stateOf(store.game.value));
  const n = (wanted: State) => states.filter((it) => it === wanted).length;
  return <span class="simul-score">{t().simul.score(n('won'), n('lost'), n('drawn'))}</span>;
}
