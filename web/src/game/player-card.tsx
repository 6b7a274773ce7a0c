/** One side: who sits there, whether they are here, and their clock. */

import type { ComponentChildren } from 'preact';
import { sideName } from '../board/words';
import { ClockFace } from '../clock/clock-face';
import { clockOf, hasWeekendsOff, isCorrespondence, isTimed, isWeekend } from '../clock/remaining';
import { useSecondsLeft } from '../clock/seconds-left';
import { noted } from '../i18n/listed';
import { momentText, shortDayText } from '../i18n/moment';
import { t } from '../i18n/of-boards';
import type { Named } from '../people/people-api';
import { PersonMenu } from '../people/person-menu';
import { PlayerName } from '../people/player-name';
import { StrengthLine } from '../ratings/strength';
import { changeText } from '../ratings/words';
import { connection } from '../session';
import { ResultMark, SideMark } from '../ui/icon';
import type { GameSnapshot, Player, PlayerStrength, Side } from '../wire/generated';
import { nameOf } from './game-state';
import type { GameStore } from './game-store';
import { creatorAt } from './waiting-seat';

interface Props {
  store: GameStore;
  game: GameSnapshot;
  side: Side;
  place: 'top' | 'bottom';
  /** Null for guests, and until it is known. */
  strength: PlayerStrength | null;
  /** What lies over it for a moment. */
  over?: ComponentChildren;
}

/** The seconds left for the first move, which no clock counts. */
function FirstMoveDue({ dueAt, serverNow }: { dueAt: number; serverNow(): number }) {
  const seconds = useSecondsLeft(dueAt, serverNow);
  return <span class="player-side first-move">{t().game.firstMoveDue(seconds)}</span>;
}

/**
 * Of an account that was deleted only the name is left; a guest may have registered since the game
 * began.
 */
function whoIs(player: Player, strength: PlayerStrength | null): Named {
  if (strength && !strength.handle) return { name: player.name };
  const { handle, name } = strength ?? {};
  return { ...player, handle, ...(name && { name, guest: false }) };
}

export function PlayerCard({ store, game, side, place, strength, over }: Props) {
  const words = t();
  const player = game.players[side];
  // Without a connection nobody here knows who is there.
  const isKnown = connection.value === 'open';
  const here = isKnown && game.connected[side];
  const presence = isKnown ? (here ? words.game.here : words.game.away) : words.game.unknown;
  const firstMove =
    game.phase === 'playing' && game.turn === side ? game.clocks.first_move_due_ms : undefined;
  // By correspondence nobody is missed.
  const tellsPresence =
    !player?.engine && game.phase !== 'over' && (here || !isKnown || !isCorrespondence(game.clock));
  const vacation = game.phase === 'playing' ? (game.vacations?.[side] ?? null) : null;
  const isAway =
    vacation !== null && vacation.from_ms <= store.serverNow() && store.serverNow() < vacation.until_ms;
  const isWeekendOff =
    game.phase === 'playing' && hasWeekendsOff(clockOf(game.clock, side)) && isWeekend(store.serverNow());
  const turn = game.phase === 'playing' && game.turn === side;
  const winner = game.phase === 'over' ? (game.result?.winner ?? null) : null;
  const result = winner && (winner === side ? 'won' : 'lost');
  // What is to be known now stands beside how strong they are.
  const state =
    firstMove !== undefined ? (
      <FirstMoveDue dueAt={game.now + firstMove} serverNow={store.serverNow} />
    ) : isAway ? (
      <span class="player-side" title={words.game.onVacation(momentText(vacation.until_ms))}>
        {words.game.onVacation(shortDayText(vacation.until_ms))}
      </span>
    ) : isWeekendOff && game.turn === side ? (
      <span class="player-side">{words.game.onWeekend}</span>
    ) : null;
  return (
    <section class={`player ${place} card ${turn ? 'to-move' : ''}`} aria-label={sideName(game, side)}>
      <div class="player-name">
        <SideMark side={side} />
        <strong class="player-who">
          {player ? (
            <PlayerName person={whoIs(player, strength)} place={{ game: game.game, side }} />
          ) : (
            (nameOf(creatorAt(game, side, place)) ?? words.sides.empty)
          )}
        </strong>
        {player && <PersonMenu person={player} place={{ game: game.game, side }} />}
        {result && (
          <span class="player-result">
            <ResultMark result={result} />
            <span class="hidden-visually">{words.players[result]}</span>
          </span>
        )}
        <span class="player-line">
          {strength && <StrengthLine strength={strength.strength} />}
          {strength && strength.change !== null && (
            <span class={`rating-change ${strength.change < 0 ? 'down' : 'up'}`}>
              <span class="hidden-visually">{words.ratings.changed(changeText(strength.change))}</span>
              <span aria-hidden="true">{changeText(strength.change)}</span>
            </span>
          )}
          {state ?? (!strength && <span class="player-side">{sideText(game, side)}</span>)}
          {player && tellsPresence && (
            <span class={`presence ${isKnown ? (here ? 'here' : 'away') : 'unknown'}`} title={presence}>
              <span class={isKnown && !here ? '' : 'hidden-visually'}>{presence}</span>
            </span>
          )}
        </span>
      </div>
      {isTimed(game.clock, side) && (
        <ClockFace
          clocks={game.clock}
          state={game.clocks}
          side={side}
          sentAt={game.now}
          serverNow={store.serverNow}
          live={game.phase === 'playing'}
          vacation={vacation}
        />
      )}
      {over}
    </section>
  );
}

/** Which side it is, and whether it is one's own. */
const sideText = (game: GameSnapshot, side: Side): string =>
  noted([sideName(game, side), game.you === side && t().sides.you]);
