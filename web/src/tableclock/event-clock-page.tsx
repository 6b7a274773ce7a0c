/**
 * `/tournaments/CODE/clock`: the phone beside a board of an event is its clock. The slip's code leads
 * here with the game and the table's key behind `#`; a player's own phone needs no key.
 */

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { clockFace } from '../clock/format';
import { listed, noted } from '../i18n/listed';
import { t } from '../i18n/whole';
import { isTyped } from '../tournaments/result-grid';
import { ownOf } from '../tournaments/tournament-api';
import { Dialog } from '../ui/dialog';
import { Page } from '../ui/page';
import type { PairingOutcome, Side, TableOfEvent } from '../wire/generated';
import {
  askFor,
  type EventTable,
  keepSending,
  latestOf,
  reportFrom,
  slotOf,
  tableAt,
  tables,
  takeTable,
  turnTable,
} from './event-tables';
import { clock, named, openClock, paused } from './kept-clock';
import { readSlip, tableOfSlip } from './slip';
import { hasBegun, setUp } from './table-clock';
import { ClockOnTable } from './table-clock-page';

/** The side that moves first. */
const firstOf = ({ handicap }: TableOfEvent): Side =>
  handicap !== null && handicap !== 'first_move' ? 'gote' : 'sente';

export function EventClockPage({ code }: { code: string }) {
  const words = t().tableClock.event;
  const game = useSignal<string | null>(null);
  const isLooking = useSignal(true);
  useEffect(() => void keepSending(), []);
  useEffect(() => {
    const arrive = async () => {
      isLooking.value = true;
      game.value = (await gameHere(code)) ?? null;
      isLooking.value = false;
      if (game.value) await askFor(code, game.value);
    };
    void arrive();
    // A slip of the next round is opened on the same page.
    window.addEventListener('hashchange', arrive);
    return () => window.removeEventListener('hashchange', arrive);
  }, [code]);
  void tables.value;
  const table = game.value === null ? null : tableAt(code, game.value);
  if (table?.known)
    return (
      <Table
        key={table.game}
        table={table}
        known={table.known}
        onGo={(next) => {
          takeTable(code, next);
          history.replaceState(history.state, '', `#game=${encodeURIComponent(next)}`);
          game.value = next;
          void askFor(code, next);
        }}
      />
    );
  return (
    <Page class="players-page">
      <h1>{t().tableClock.title}</h1>
      <p>{isLooking.value ? t().page.loading : table ? words.notYet : words.scan}</p>
      <p class="row">
        <a class="button" href={`/tournaments/${code}`}>
          {words.toEvent}
        </a>
        <a class="button" href="/clock">
          {words.plain}
        </a>
      </p>
    </Page>
  );
}

/** The game whose clock this is: by the address, else a player's own, else the last one here. */
async function gameHere(code: string): Promise<string | undefined> {
  const asked = new URLSearchParams(location.hash.slice(1));
  const game = asked.get('game');
  if (game) {
    const key = asked.get('key') ?? '';
    const slip = readSlip(asked);
    takeTable(code, game, key, slip && tableOfSlip(slip, code, game, key));
    // The key is in nobody's way, and in no picture of the screen.
    history.replaceState(history.state, '', `#game=${encodeURIComponent(game)}`);
    return game;
  }
  const last = latestOf(code)?.game;
  if (last) return last;
  const own = await ownOf(code).catch(() => null);
  const mine = own?.pairings?.find(isTyped)?.key;
  if (mine) takeTable(code, mine);
  return mine;
}

function Table({ table, known, onGo }: { table: EventTable; known: TableOfEvent; onGo(game: string): void }) {
  const words = t().tableClock.event;
  const isEnding = useSignal(false);
  const isOpen = useRef(false);
  // What the server says of its clock counts more than what a slip has said.
  useEffect(() => {
    if (isOpen.current) named(known.clock, firstOf(known));
    else openClock(slotOf(table), () => setUp(known.clock, firstOf(known)));
    isOpen.current = true;
  }, [JSON.stringify(known.clock), firstOf(known)]);
  const [sente, gote] = table.turned
    ? [known.gote.name, known.sente.name]
    : [known.sente.name, known.gote.name];
  const begun = hasBegun(clock.value);
  const isDone = table.own !== undefined || known.result !== null;
  const { code, game } = table;
  const place = noted([known.board > 0 && t().tournaments.room.board(known.board), known.name]);
  return (
    <>
      <ClockOnTable
        names={{ sente, gote }}
        isOver={isDone}
        head={
          <p class="table-clock-note" role="status">
            {isDone
              ? stateText(table, known)
              : noted([place, known.round === 0 && words.notYet, !known.may_report && words.noKey])}
          </p>
        }
      >
        {known.toss && !begun && !isDone && (
          <button type="button" class="quiet" onClick={() => turnTable(code, game, !table.turned)}>
            {words.turn}
          </button>
        )}
        {begun && !isDone && (
          <button
            type="button"
            onClick={() => {
              paused();
              isEnding.value = true;
            }}
          >
            {words.over}
          </button>
        )}
        {(isDone || !begun) && (
          <button
            type="button"
            class={isDone ? 'primary' : 'quiet'}
            onClick={async () => {
              await askFor(code, game);
              const next = tableAt(code, game)?.known?.next;
              if (next) onGo(next);
            }}
          >
            {isDone ? words.next : words.reload}
          </button>
        )}
      </ClockOnTable>
      {isEnding.value && (
        <EndDialog
          table={table}
          known={known}
          onClose={() => {
            isEnding.value = false;
          }}
        />
      )}
    </>
  );
}

const winnerOf = (known: TableOfEvent, outcome: PairingOutcome) =>
  outcome === 'draw'
    ? t().tournaments.outcomes.draw
    : outcome === 'sente' || outcome === 'gote'
      ? t().tableClock.event.wins(known[outcome].name)
      : t().tournaments.outcomes[outcome];

/** What has become of the result. */
function stateText({ own }: EventTable, known: TableOfEvent): string {
  const words = t().tableClock.event;
  const counts = known.result === null ? null : winnerOf(known, known.result);
  if (own?.state === 'waiting') return listed([winnerOf(known, own.report.outcome), words.waiting]);
  if (own?.state === 'void') return words.void;
  if (counts !== null && known.result !== own?.report.outcome) return words.decided(counts);
  if (counts !== null) return words.counts(counts);
  return own ? listed([winnerOf(known, own.report.outcome), words.sent]) : '';
}

/** How it came out, as both read it and agree with one tap. */
function EndDialog({ table, known, onClose }: { table: EventTable; known: TableOfEvent; onClose(): void }) {
  const words = t().tableClock.event;
  const { fallen, moves, spentMs } = clock.value;
  const own = (side: Side): Side => (table.turned ? (side === 'sente' ? 'gote' : 'sente') : side);
  const lost = fallen ?? clock.value.turn;
  const outcome = useSignal<'sente' | 'gote' | 'draw'>(own(lost === 'sente' ? 'gote' : 'sente'));
  const report = {
    outcome: outcome.value,
    moves,
    sente_ms: Math.round(spentMs[own('sente')]),
    gote_ms: Math.round(spentMs[own('gote')]),
  };
  return (
    <Dialog title={words.over} onClose={onClose}>
      <div class="setup">
        <fieldset class="row plain" aria-label={t().tournaments.result}>
          {(['sente', 'draw', 'gote'] as const).map((it) => (
            <button
              key={it}
              type="button"
              aria-pressed={outcome.value === it}
              onClick={() => {
                outcome.value = it;
              }}
            >
              {winnerOf(known, it)}
            </button>
          ))}
        </fieldset>
        <p class="table-clock-sum">
          {noted([winnerOf(known, outcome.value), t().tableClock.moves(moves)])}
          <br />
          {noted([
            `${known.sente.name} ${clockFace(report.sente_ms)}`,
            `${known.gote.name} ${clockFace(report.gote_ms)}`,
          ])}
        </p>
        {!known.may_report && <p class="warning">{words.noKey}</p>}
        <button
          type="button"
          class="primary"
          onClick={() => {
            void reportFrom(table.code, table.game, report);
            onClose();
          }}
        >
          {words.agree}
        </button>
      </div>
    </Dialog>
  );
}
