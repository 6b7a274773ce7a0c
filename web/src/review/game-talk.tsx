/**
 * The game of which a review is: its players sit at the board as they did, their talk goes on, and
 * so do a player's own notes.
 */

import { useEffect, useMemo } from 'preact/hooks';
import { isCorrespondence } from '../clock/remaining';
import { NotePanel } from '../correspondence/note-panel';
import { Chat } from '../game/chat';
import { LastLine } from '../game/chat-bubble';
import { opponentOf } from '../game/game-state';
import { createGameStore, type GameStore } from '../game/game-store';
import { PlayerCard } from '../game/player-card';
import { createUnread, type Unread } from '../game/unread';
import { useStrengths } from '../game/use-strengths';
import { theSocket } from '../session';
import type { GameSnapshot, Side } from '../wire/generated';

/** A game beside its review. */
export interface GameBeside {
  store: GameStore;
  unread: Unread;
}

/** The game with this code; null for none. */
export function useGameBeside(code: string | null): GameBeside | null {
  const beside = useMemo(() => {
    if (code === null) return null;
    const store = createGameStore(code, theSocket());
    return { store, unread: createUnread(store) };
  }, [code]);
  useEffect(
    () => () => {
      beside?.unread.stop();
      beside?.store.close();
    },
    [beside],
  );
  return beside;
}

interface SeatProps {
  beside: GameBeside;
  game: GameSnapshot;
  side: Side;
  place: 'top' | 'bottom';
}

/** Who sat there, with what the game changed and the clock as it stood. */
export function GameSeat({ beside, game, side, place }: SeatProps) {
  const strengths = useStrengths(game).value;
  return (
    <PlayerCard
      store={beside.store}
      game={game}
      side={side}
      place={place}
      strength={strengths?.players[side] ?? null}
      over={place === 'top' && <LastLine unread={beside.unread} />}
    />
  );
}

/** What is said, where there is somebody to hear it. */
export function GameTalk({ beside }: { beside: GameBeside }) {
  const game = beside.store.game.value;
  return game && <Chat store={beside.store} game={game} unread={beside.unread} atBoard={false} />;
}

/** Whether somebody is there to talk to: no machine hears anything. */
export const isTalkedAt = (game: GameSnapshot | null): boolean =>
  game !== null && opponentOf(game)?.engine !== true;

/** A player's own notes of a game by correspondence. */
export function GameNotes({ game }: { game: GameSnapshot }) {
  return game.you !== null && isCorrespondence(game.clock) ? <NotePanel code={game.game} /> : null;
}
