/**
 * A game that is being played, on a small board that moves: both stands, both clocks and the last
 * move. Every list of running games shows them by this.
 */

import { useComputed } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { BoardPreview } from '../board/board-preview';
import { clocksInWords } from '../clock/format';
import { SmallClock } from '../clock/small-clock';
import { noted } from '../i18n/listed';
import { t } from '../i18n/of-boards';
import { PlayerName } from '../people/player-name';
import { shownName } from '../people/shown-name';
import { user } from '../session';
import { other } from '../shogi/position';
import { squaresOf } from '../shogi/usi';
import { variantOf } from '../shogi/variant';
import { SideMark } from '../ui/icon';
import type { GameSummary, Side } from '../wire/generated';
import { liveBoards } from './live-boards';
import { LiveWall } from './live-wall';

interface SeatProps {
  /** Null while that is not decided. */
  side: Side | null;
  name: ComponentChildren;
  /** A rating or a grade. */
  strength?: ComponentChildren;
  clock: ComponentChildren;
}

/** Who sits there, with their clock. */
export function LiveSeat({ side, name, strength, clock }: SeatProps) {
  return (
    <span class="live-seat">
      {side && <SideMark side={side} />}
      <strong>{name}</strong>
      {strength != null && strength !== '' && <span class="note">{strength}</span>}
      {clock}
    </span>
  );
}

interface CardProps {
  href: string | undefined;
  title: string;
  /** Within another site's page: the board is opened in a window of its own. */
  isEmbedded?: boolean;
  /** Said above the rest. */
  label?: string | undefined;
  notes: readonly (string | undefined)[];
  children: ComponentChildren;
}

/** A small board as a card that leads to the game, if there is one. */
export function LiveCard({ href, title, isEmbedded = false, label, notes, children }: CardProps) {
  return (
    <article class="card live-game whole-link">
      {href !== undefined && (
        <a class="whole" href={href} {...(isEmbedded ? { target: '_blank', rel: 'noopener' } : {})}>
          <span class="hidden-visually">{title}</span>
        </a>
      )}
      {label && <span class="label">{label}</span>}
      {children}
      <span class="note">{noted(notes) || '\u00a0'}</span>
    </article>
  );
}

interface TableProps {
  /** Which side is at the bottom; sente where nothing is said. */
  bottom?: Side | undefined;
  variant: string;
  sfen: string;
  /** The last move in USI. */
  last: string | null | undefined;
  /** Who sits there, with their clock. */
  seat(side: Side): ComponentChildren;
  place?: RefObject<HTMLDivElement | null>;
}

/** A small board between its two seats. */
export function SmallTable({ variant, sfen, last, bottom = 'sente', seat, place }: TableProps) {
  return (
    <div class="live-table" ref={place ?? null}>
      {seat(other(bottom))}
      <BoardPreview variant={variant} sfen={sfen} last={squaresOf(last)} bottom={bottom} />
      {seat(bottom)}
    </div>
  );
}

interface LiveProps {
  code: string;
  variant: string;
  /** The position while nothing newer is known. */
  sfen: string;
  bottom?: Side | undefined;
  /** Who sits there, beside the clock. */
  seat(side: Side, clock: ComponentChildren): ComponentChildren;
}

/** A game's board between its two seats. It is followed while it is in sight. */
export function LiveTable({ code, variant, sfen, bottom, seat }: LiveProps) {
  const { board, ref } = useLiveBoard<HTMLDivElement>(code);
  const clock = (side: Side) => <SmallClock stream={`game:${code}`} of={board} side={side} />;
  return (
    <SmallTable
      variant={variant}
      sfen={board?.sfen || sfen}
      last={board?.last}
      bottom={bottom}
      seat={(side) => seat(side, clock(side))}
      place={ref}
    />
  );
}

interface Props {
  code: string;
  /** The game as a list told it; without that it is there once the game was seen. */
  known?: GameSummary | undefined;
  /** The players' ratings, where they are known. */
  ratings?: Readonly<Record<Side, number | null>> | undefined;
  /** Said above the rest. */
  label?: string | undefined;
  /** Said before the time control. */
  note?: string | undefined;
  /** The public id of the player whose side is below. */
  of?: string | undefined;
}

/** A game as a card that leads to it, seen from somebody's side of it: one's own, or that of `of`. */
export function LiveGame({ code, known, ratings, label, note, of }: Props) {
  const words = t();
  const board = useComputed(() => liveBoards().boards.value.get(code)).value;
  const about = known ?? board?.about;
  const player = (side: Side) => {
    const person = about?.players[side];
    return person && <PlayerName person={person} />;
  };
  const title = words.game.title(
    shownName(about?.players.sente?.name ?? '?'),
    shownName(about?.players.gote?.name ?? '?'),
  );
  const seat = (side: Side, clock: ComponentChildren) => (
    <LiveSeat side={side} name={player(side) ?? '\u00a0'} strength={ratings?.[side]} clock={clock} />
  );
  const variant = about?.variant ?? 'standard';
  const seenBy = of ?? user.value?.id;
  const notes = about
    ? [
        note,
        clocksInWords(words, about.clock),
        variant === 'standard' ? '' : (words.variants[variant] ?? variant),
        about.handicap ? words.handicaps[about.handicap] : '',
        board?.over ? words.watch.over : words.lobby.moves(board?.ply ?? known?.ply ?? 0),
      ]
    : [];
  return (
    <LiveCard href={`/${code}`} title={title} label={label} notes={notes}>
      <LiveTable
        code={code}
        variant={variant}
        sfen={known?.sfen ?? variantOf(variant).start}
        bottom={seenBy !== undefined && about?.players.gote?.user === seenBy ? 'gote' : 'sente'}
        seat={seat}
      />
    </LiveCard>
  );
}

interface GamesProps {
  codes: readonly string[];
  label: string;
  /** The public id of the player whose side is below. */
  of?: string | undefined;
}

/** Games of which no more than their codes is known, if there are any. */
export function LiveGames({ codes, label, of }: GamesProps) {
  return (
    <LiveWall boards={codes} keyOf={(code) => code} label={label}>
      {(code) => <LiveGame code={code} of={of} />}
    </LiveWall>
  );
}

/** The game as it is now, and what is to be in sight for it to be followed. */
function useLiveBoard<E extends HTMLElement>(code: string) {
  const ref = useRef<E>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !('IntersectionObserver' in window)) return liveBoards().follow(code);
    let stop: (() => void) | null = null;
    const observer = new IntersectionObserver((entries) => {
      const isSeen = entries.at(-1)?.isIntersecting ?? false;
      if (isSeen) stop ??= liveBoards().follow(code);
      else {
        stop?.();
        stop = null;
      }
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop?.();
    };
  }, [code]);
  return { ref, board: useComputed(() => liveBoards().boards.value.get(code)).value };
}
