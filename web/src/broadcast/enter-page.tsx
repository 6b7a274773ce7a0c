/**
 * `/broadcasts/CODE/BOARD/enter`: the board of somebody who enters a game move by move, with or
 * without a network.
 */

import '../styles/broadcast.css';
import { useSignal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { endText } from '../archive/words';
import { Table, useKeyboard } from '../board/table';
import { useBoard } from '../board/use-board';
import { moveText } from '../board/words';
import { clockFace } from '../clock/format';
import { t } from '../i18n/whole';
import { play } from '../shogi/position';
import { parseUsi } from '../shogi/usi';
import { Segments, Select } from '../ui/choice';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { TextField } from '../ui/text-field';
import type { Broadcast, BroadcastBoard, Side } from '../wire/generated';
import { eventResult, eventResultText, useEvents } from './of-event';
import { mayEnter, OneBoard } from './one-board';
import { createScoreStore, type ScoreStore } from './score-store';

export function EnterPage({ code, chapter }: { code: string; chapter: string }) {
  const refused = (broadcast: Broadcast) => (mayEnter(broadcast) ? null : t().problems.not_scorer);
  return (
    <OneBoard code={code} chapter={chapter} refused={refused}>
      {({ broadcast, board }) => <Entering key={board.board} broadcast={broadcast} board={board} />}
    </OneBoard>
  );
}

interface Props {
  broadcast: Broadcast;
  board: BroadcastBoard;
}

function Entering({ broadcast, board }: Props) {
  const words = t();
  const [store] = useState(() =>
    createScoreStore(broadcast.broadcast, board.board, board.announced.time ?? null),
  );
  useEffect(() => store.close, [store]);
  const isKnown = store.state.value !== null;
  const refs = useBoard(
    {
      picture() {
        const shown = store.shown.value;
        return shown && { ...shown, orientation: store.orientation.value };
      },
      callbacks: { onMove: (from, to) => store.attempt({ from, to }) },
      follow: [
        (made) => {
          const turn = store.shown.value?.position.turn;
          const offered = store.asking.value ? null : store.offered.value;
          if (turn) made.offer(offered ? turn : null, turn, offered);
        },
      ],
    },
    [store, isKnown],
  );
  const keyboard = useKeyboard(store, refs);
  return (
    <Table
      title={words.broadcast.entering.board}
      variant={store.shown.value?.position.variant}
      bottom={store.orientation.value}
      class="replay entering"
      refs={refs}
      keyboard={keyboard}
      seat={(side) => <ClockButton store={store} board={board} side={side} />}
      record={<Moves store={store} />}
      desk={<EntryDesk store={store} board={board} broadcast={broadcast} />}
    />
  );
}

/** A big clock: pressed, it stops, and the other one runs. */
function ClockButton({ store, board, side }: { store: ScoreStore; board: BroadcastBoard; side: Side }) {
  const words = t().broadcast.entering;
  const left = store.clocks.value[side];
  const runs = store.running.value === side;
  return (
    <button
      type="button"
      class={`clock-button ${runs ? 'runs' : ''}`}
      aria-pressed={runs}
      aria-label={words.stop(board.names[side])}
      onClick={() => store.press(side)}
    >
      <strong>{board.names[side]}</strong>
      <span class="board-clock">{left === null ? '–:––' : clockFace(left)}</span>
    </button>
  );
}

/** The moves as they are entered. */
function Moves({ store }: { store: ScoreStore }) {
  const state = store.state.value;
  if (!state) return null;
  // The last moves are enough here: the whole game is on the public board.
  const from = Math.max(0, state.moves.length - 6);
  const texts: string[] = [];
  let position = state.start;
  state.moves.forEach((usi, i) => {
    const move = parseUsi(usi);
    if (i >= from) texts.push(`${i + 1}. ${moveText(position, usi, state.moves[i - 1])}`);
    if (move) position = play(position, move);
  });
  return (
    <p class="entered-moves" aria-live="polite">
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {state.end && endText(state.end.cause, state.end.winner)}
    </p>
  );
}

const CAUSES = [
  'resignation',
  'checkmate',
  'time',
  'repetition',
  'perpetual_check',
  'declaration',
  'impasse_agreement',
  'no_show',
  'agreement',
] as const;

type Opened = 'result' | 'illegal' | null;

function EntryDesk({ store, board, broadcast }: Props & { store: ScoreStore }) {
  const words = t().broadcast;
  const opened = useSignal<Opened>(null);
  const state = store.state.value;
  const over = state?.end != null;
  const sealed = state?.sealed ?? null;
  const close = () => {
    opened.value = null;
  };
  return (
    <section class="entry-desk" aria-label={words.enter}>
      <p class={store.waiting.value > 0 ? 'waiting' : 'note'} role="status">
        {store.waiting.value > 0
          ? words.entering.waiting(store.waiting.value)
          : state && words.entering.saved}
      </p>
      {store.elsewhere.value && <p class="warning">{words.entering.elsewhere}</p>}
      <Refusal store={store} />
      {store.problem.value && (
        <p class="warning" role="alert">
          {store.problem.value}
        </p>
      )}
      {sealed !== null && <p>{sealed === '' ? words.entering.openHelp : words.sealed}</p>}
      {state?.paused && <p>{words.paused}</p>}
      {!over && state && <EventOffer store={store} board={board} />}
      {store.sealing.value && <p>{words.entering.sealHelp}</p>}
      <div class="row">
        <button type="button" disabled={!state} onClick={() => store.enter({ t: 'undo' })}>
          <Icon name="undo" />
          {words.entering.undo}
        </button>
        {sealed === null ? (
          store.sealing.value ? (
            <button type="button" onClick={() => store.seal()}>
              {words.entering.sealUnknown}
            </button>
          ) : (
            <button type="button" disabled={!state || over} onClick={() => (store.sealing.value = true)}>
              {words.entering.seal}
            </button>
          )
        ) : (
          sealed !== '' && (
            <button type="button" class="primary" onClick={() => store.enter({ t: 'opened' })}>
              {words.entering.open}
            </button>
          )
        )}
        {store.running.value === null ? (
          <button type="button" disabled={!state || over || sealed !== null} onClick={store.resume}>
            {words.entering.resume}
          </button>
        ) : (
          <button type="button" disabled={!state || over || sealed !== null} onClick={store.pause}>
            {words.entering.pause}
          </button>
        )}
        <button type="button" disabled={!state || over} onClick={() => (opened.value = 'result')}>
          <Icon name="flag" />
          {words.entering.result}
        </button>
        <button
          type="button"
          disabled={!state || over || sealed !== null}
          onClick={() => (opened.value = 'illegal')}
        >
          {words.entering.illegalMove}
        </button>
        <button type="button" class="quiet" onClick={store.flip}>
          <Icon name="flip" />
          {t().game.flip}
        </button>
      </div>
      <p>
        <a href={`/broadcasts/${broadcast.broadcast}/${board.board}`}>{words.toBroadcast}</a>
      </p>
      {opened.value === 'result' && <ResultDialog store={store} onClose={close} />}
      {opened.value === 'illegal' && <IllegalDialog store={store} onClose={close} />}
    </section>
  );
}

/** The result that the tournament's arbiter has entered, to be taken over. */
function EventOffer({ store, board }: { store: ScoreStore; board: BroadcastBoard }) {
  const words = t().broadcast;
  const events = useEvents([board]);
  const result = eventResult(board, events);
  if (result === null) return null;
  const entry =
    result === 'draw'
      ? ({ t: 'result', cause: 'agreement' } as const)
      : ({ t: 'result', cause: 'resignation', winner: result } as const);
  return (
    <p class="row">
      {eventResultText(board, events)}
      <button type="button" name="take-result" onClick={() => store.enter(entry)}>
        {words.event.takeResult}
      </button>
    </p>
  );
}

/** What the server has not taken, with what somebody else has entered there. */
function Refusal({ store }: { store: ScoreStore }) {
  const words = t().broadcast.entering;
  const refused = store.refused.value;
  if (!refused) return null;
  const { other } = refused;
  const why = other ? words.conflict(other.by ?? '?', other.entry) : refused.detail;
  return (
    <div class="warning" role="alert">
      <p>{words.refused(refused.entry, why)}</p>
      <button type="button" class="primary" onClick={store.drop}>
        {words.drop}
      </button>
    </div>
  );
}

interface DialogProps {
  store: ScoreStore;
  onClose(): void;
}

function ResultDialog({ store, onClose }: DialogProps) {
  const words = t();
  const cause = useSignal<(typeof CAUSES)[number]>('resignation');
  const winner = useSignal<Side | 'nobody'>('sente');
  return (
    <Dialog title={words.broadcast.entering.result} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          const won = winner.value === 'nobody' ? {} : { winner: winner.value };
          store.enter({ t: 'result', cause: cause.value, ...won });
          onClose();
        }}
      >
        <Select
          label={words.broadcast.entering.cause}
          options={CAUSES.map((it) => [it, endText(it, null)] as const)}
          value={cause.value}
          onChange={(next) => {
            cause.value = next;
          }}
        />
        <Segments
          label={words.broadcast.entering.winner}
          options={[
            ['sente', words.sides.sente],
            ['gote', words.sides.gote],
            ['nobody', words.broadcast.entering.nobody],
          ]}
          value={winner.value}
          onChange={(next) => {
            winner.value = next;
          }}
        />
        <button type="submit" class="primary">
          {words.broadcast.entering.enter}
        </button>
      </form>
    </Dialog>
  );
}

function IllegalDialog({ store, onClose }: DialogProps) {
  const words = t().broadcast.entering;
  const text = useSignal('');
  return (
    <Dialog title={words.illegalMove} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          const side = store.state.peek()?.position.turn ?? 'sente';
          store.enter({ t: 'illegal', side, text: text.value });
          onClose();
        }}
      >
        <TextField
          label={words.illegalText}
          name="illegal"
          required
          maxLength={300}
          value={text.value}
          onInput={(next) => {
            text.value = next;
          }}
        />
        <button type="submit" class="primary">
          {words.enter}
        </button>
      </form>
    </Dialog>
  );
}
