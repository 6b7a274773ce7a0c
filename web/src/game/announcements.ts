/**
 * What a game says to those who hear it instead of seeing it: moves, clocks, offers, the result.
 */

import { effect } from '@preact/signals';
import { pieceOf, sideName, sideWord, squareName } from '../board/words';
import { clockOf, read } from '../clock/remaining';
import { listed } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { parseUsi } from '../shogi/usi';
import { announce } from '../ui/announcer';
import type { GameSnapshot } from '../wire/generated';
import { isStrict, nameOf } from './game-state';
import type { GameNews, GameStore } from './game-store';
import { headline, reasonText } from './result-words';

/** Seconds left at which the own clock speaks up, outside spoken byoyomi. */
const CLOCK_WARNINGS = [60, 30, 10];

/** Returns how to stop. */
export function announceGame(store: GameStore): () => void {
  const stopNews = store.onNews((news) => announce(newsText(store, news)));
  const stopClock = warnOfClock(store);
  return () => {
    stopNews();
    stopClock();
  };
}

function newsText(store: GameStore, { event, after }: GameNews): string {
  const words = t();
  switch (event.t) {
    case 'started':
      return after.you ? words.keys.started(sideWord(after, after.you)) : words.keys.startedToWatch;
    case 'moved':
      return event.check && !isStrict(after)
        ? words.keys.movesWithCheck(movedText(store, after, event.ply))
        : movedText(store, after, event.ply);
    case 'offered':
      return event.by === after.you
        ? words.game.youOffered[event.kind]
        : words.game.offered[event.kind](nameOf(after.players[event.by]) ?? sideName(after, event.by));
    case 'answered':
      return words.game.answered[event.kind][event.accepted ? 'yes' : 'no'];
    case 'taken_back':
      return words.game.answered.takeback.yes;
    case 'ended':
      return after.result
        ? words.result.told(headline(after, after.result), reasonText(after, after.result))
        : '';
    case 'arbiter':
      return words.game.arbiter[event.act];
    case 'interrupted':
      return words.game.interrupted;
    default:
      // Chat is a log of its own, which screen readers read by themselves.
      return '';
  }
}

/** The move in words, not signs: "Sente: pawn 77 to 76". */
export function movedText(store: GameStore, game: GameSnapshot, ply: number): string {
  const words = t().keys;
  const before = store.line.peek()[ply - 1];
  const usi = parseUsi(game.moves[ply - 1]?.usi ?? '');
  if (!before || !usi) return '';
  const variant = before.variant.name;
  const side = sideWord(game, before.turn);
  const to = squareName(variant, usi.to);
  if (usi.drop !== null) return words.drops(side, pieceOf(variant, usi.drop), to);
  const piece = pieceOf(variant, before.board.get(usi.from)?.kind ?? '');
  const taken = before.board.get(usi.to);
  return listed([
    words.moves(side, piece, squareName(variant, usi.from), to),
    taken && words.takes(pieceOf(variant, taken.kind)),
    usi.promote && words.promotes,
  ]);
}

function warnOfClock(store: GameStore): () => void {
  let timers: ReturnType<typeof setTimeout>[] = [];
  const clear = () => {
    for (const timer of timers) clearTimeout(timer);
    timers = [];
  };
  const stop = effect(() => {
    const game = store.game.value;
    clear();
    if (game?.phase !== 'playing' || game.you === null || game.clocks.running !== game.you) return;
    const words = t().keys;
    const now = store.serverNow();
    const { leftMs, inByoyomi } = read(game.clock, game.clocks, game.you, game.now, now);
    const later = (ms: number, text: string) => {
      if (ms > 0 && ms < 24 * 3600_000) timers.push(setTimeout(() => announce(text), ms));
    };
    for (const seconds of CLOCK_WARNINGS) later(leftMs - seconds * 1000, words.secondsLeft(seconds));
    const { kind } = clockOf(game.clock, game.you);
    if (!inByoyomi && (kind === 'byoyomi' || kind === 'consideration')) later(leftMs, words.byoyomiBegins);
  });
  return () => {
    stop();
    clear();
  };
}
