/** The page where a game is played, watched and looked through afterwards. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isHall } from '../board/columns';
import { Table, useKeyboard } from '../board/table';
import { pieceOf, squareName } from '../board/words';
import { isCorrespondence } from '../clock/remaining';
import { t } from '../i18n/of-boards';
import { gameInWords } from '../lobby/setup-words';
import { isAtClock, theSocket, user } from '../session';
import { hasStrength } from '../settings/beginner';
import { settings } from '../settings/settings';
import type { Variant } from '../shogi/variant';
import { speakClock } from '../sound/spoken-clock';
import { soundTable } from '../sound/table-sounds';
import { ownTitle, titled } from '../title';
import { announce } from '../ui/announcer';
import { useKeptFocus } from '../ui/kept-focus';
import { late, lateBoard } from '../ui/late';
import { Blank, Busy } from '../ui/page';
import { toast } from '../ui/toast';
import type { GameSnapshot, Side } from '../wire/generated';
import { Actions } from './actions';
import { announceGame } from './announcements';
import { callBack } from './attention';
import { BoardNote } from './board-note';
import { Chat } from './chat';
import { LastLine } from './chat-bubble';
import { FurigomaStrip } from './furigoma-strip';
import { nameOf, opponentOf } from './game-state';
import { createGameStore, type GameStore } from './game-store';
import { ImpassePanel } from './impasse-panel';
import { MoveList } from './move-list';
import { PlayerCard } from './player-card';
import { GameSteps } from './steps';
import { TimeGraph } from './time-graph';
import { TypedMove } from './typed-move';
import { createUnread } from './unread';
import { useGameBoard } from './use-game-board';
import { useStrengths } from './use-strengths';

export function GamePage({ code }: { code: string }) {
  const [store] = useState(() => createGameStore(code, theSocket()));
  useEffect(() => store.close, [store]);
  return <GameAtBoard store={store} />;
}

/** A game that is followed by somebody else; `desk` stands at the top of what is to be done. */
export function GameAtBoard({ store, desk }: { store: GameStore; desk?: ComponentChildren }) {
  const game = store.game.value;
  const words = t().game;
  useEffect(() => {
    const stops = [
      announceGame(store),
      speakClock(store),
      soundTable(store),
      callBack(store, () => titleOf(store.game.peek())),
      tellOfAnswers(store),
    ];
    return () => {
      for (const stop of stops) stop();
      ownTitle.value = null;
    };
  }, [store]);
  if (store.gone.value !== null)
    return <Blank title={words.notFound} text={words.notFoundHelp} href="/" to={words.toLobby} />;
  if (!game) return <Busy />;
  return <Shown store={store} game={game} desk={desk} />;
}

// What stands there when a game is over is fetched while it is played, after what its first moves
// need.
/** Few games end sooner. */
const RESULT_FROM_PLY = 6;
const ResultPanel = lateBoard(() => import('./result-panel').then((it) => it.ResultPanel));
// Most games neither wait for somebody nor belong to a tournament, and what led to one is said once.
const WaitingPanel = lateBoard(() => import('./waiting-panel').then((it) => it.WaitingPanel));
const PairingNote = lateBoard(() => import('./pairing-note').then((it) => it.PairingNote));
const ConditionsPanel = late(() =>
  import('../correspondence/conditions-panel').then((it) => it.ConditionsPanel),
);
const TrialPanel = late(() => import('../correspondence/trial-panel').then((it) => it.TrialPanel));
const NotePanel = late(() => import('../correspondence/note-panel').then((it) => it.NotePanel));
const NextMove = late(() => import('../correspondence/next-move').then((it) => it.NextMove));
const EmbedButton = lateBoard(() => import('../ui/embedding').then((it) => it.EmbedButton));
const Onward = lateBoard(() => import('../watch/onward').then((it) => it.Onward));
const TournamentStrip = late(() =>
  import('../tournaments/tournament-strip').then((it) => it.TournamentStrip),
);

interface Props {
  store: GameStore;
  game: GameSnapshot;
  desk: ComponentChildren;
}

function Shown({ store, game, desk }: Props) {
  const words = t();
  const refs = useGameBoard(store);
  const [unread] = useState(() => createUnread(store));
  useEffect(() => unread.stop, [unread]);
  const strengths = useStrengths(game).value;
  const own = game.you && strengths?.players[game.you]?.strength;
  useEffect(() => {
    if (own) hasStrength(own);
  }, [own]);
  const variant = store.shown.value?.position.variant;
  const keyboard = useKeyboard(store, refs, (origin) =>
    announce(origin === null ? words.keys.putsDown : pickedText(store, origin)),
  );
  const isAtOwnClock = game.phase === 'playing' && game.you !== null && !isCorrespondence(game.clock);
  useEffect(() => {
    isAtClock.value = isAtOwnClock;
    return () => {
      isAtClock.value = false;
    };
  }, [isAtOwnClock]);
  // Who sat down below the board on a phone sees the whole of it when the game begins.
  useEffect(() => {
    if (game.phase === 'playing') window.scrollTo({ top: 0 });
  }, [game.phase]);
  const mayEndSoon = game.phase === 'playing' && game.ply >= RESULT_FROM_PLY;
  useEffect(() => {
    if (mayEndSoon) ResultPanel.fetchAhead();
  }, [mayEndSoon]);
  // Whoever gives up by keyboard is led to the result: the button is gone.
  useKeptFocus('.result');
  const { sente, gote } = game.players;
  const watches = game.you === null && game.phase !== 'waiting';
  const isAlone = opponentOf(game)?.engine === true;
  const isOurLetter = game.phase !== 'waiting' && game.you !== null && isCorrespondence(game.clock);
  return (
    <Table
      title={words.game.title(nameOf(sente) ?? words.sides.empty, nameOf(gote) ?? words.sides.empty)}
      variant={variant}
      bottom={store.orientation.value}
      kings={{ sente: sente?.king ?? '玉', gote: gote?.king ?? '玉' }}
      class={`phase-${game.phase} ${game.phase === 'over' ? 'settled' : ''} ${settings.zen.value ? 'zen' : ''} ${watches ? 'watching' : ''} ${isOurLetter ? 'by-letter' : ''}`}
      refs={refs}
      keyboard={keyboard}
      over={
        <>
          <BoardNote store={store} />
          {game.quick && <PairingNote game={game} />}
        </>
      }
      seat={(side, place) => (
        <PlayerCard
          store={store}
          game={game}
          side={side}
          place={place}
          strength={strengths?.players[side] ?? null}
          over={place === 'top' && <LastLine unread={unread} />}
        />
      )}
      record={
        <>
          <MoveList store={store} game={game} />
          <TimeGraph store={store} game={game} />
          <GameSteps store={store} unread={isAlone ? undefined : unread} />
        </>
      }
      desk={
        <>
          {desk}
          {game.tournament && !desk && <TournamentStrip code={game.tournament} game={game} />}
          <FurigomaStrip game={game} />
          {game.phase === 'waiting' && <WaitingPanel store={store} game={game} me={user.value?.id ?? null} />}
          {game.result && <ResultPanel store={store} game={game} strengths={strengths} />}
          <ImpassePanel store={store} game={game} />
          {game.phase === 'playing' && game.repetitions >= repetitionsToWarnAt(variant) && (
            <p class="warning" role="status">
              {words.game.repeated(game.repetitions)}
            </p>
          )}
          <Actions store={store} game={game} />
          {isOurLetter && (
            <>
              <ConditionsPanel store={store} game={game} />
              <TrialPanel store={store} game={game} />
              <NextMove store={store} game={game} />
              {!isHall.value && <NotePanel code={game.game} />}
            </>
          )}
          {game.phase === 'playing' && game.you === null && <EmbedButton of="game" code={game.game} />}
          <TypedMove store={store} game={game} />
        </>
      }
      rest={
        <>
          {watches && !desk && <Onward game={game} />}
          {/* A machine hears nothing. */}
          {isAlone ? (
            <p class="card table-info note">{gameInWords(game)}</p>
          ) : (
            <Chat store={store} game={game} unread={unread} />
          )}
          {isOurLetter && isHall.value && <NotePanel code={game.game} />}
        </>
      }
    />
  );
}

/** §2.2, §8: one occurrence before the one that ends the game. */
function repetitionsToWarnAt(variant: Variant | undefined): number {
  return variant?.repetition === 'third_draws' ? 2 : 3;
}

/** What the keyboard has picked up, in words. */
function pickedText(store: GameStore, origin: string): string {
  const position = store.shown.peek()?.position;
  if (!position) return '';
  const { name } = position.variant;
  const inHand = origin.endsWith('*');
  if (inHand) return t().keys.picksUpFromHand(pieceOf(name, origin.slice(0, -1)));
  const kind = position.board.get(origin)?.kind ?? '';
  return t().keys.picksUp(pieceOf(name, kind), squareName(name, origin));
}

/** Shows how the other side answered, and that the server had been away. */
function tellOfAnswers(store: GameStore): () => void {
  return store.onNews(({ event, after }) => {
    const words = t().game;
    if (event.t === 'answered' && event.by !== after.you && after.you)
      toast.show(
        words.answered[event.kind][event.accepted ? 'yes' : 'no'],
        event.accepted ? 'good' : 'plain',
      );
    if (event.t === 'arbiter') toast.show(words.arbiter[event.act]);
    if (event.t === 'interrupted') toast.show(words.interrupted);
    if (event.t === 'stalled') toast.show(t().refusals.stalled, 'bad');
  });
}

function titleOf(game: GameSnapshot | null): string | null {
  if (!game) return null;
  const name = (side: Side) => nameOf(game.players[side]) ?? '…';
  return titled(t().game.title(name('sente'), name('gote')));
}
