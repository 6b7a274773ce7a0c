/**
 * Somebody's name, wherever it stands: the door to their page, and a card that says who they are.
 * The card comes under a pointer that rests, with the keyboard, and under a finger that stays; what
 * it is made of is loaded then.
 */

import { signal, useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useCallback, useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { StrengthLine } from '../ratings/strength';
import type { Place } from '../site/site-api';
import { loadLateParts } from '../ui/late';
import type { Strength } from '../wire/generated';
import { type Named, pageOf } from './people-api';
import type { CardProps } from './person-card';
import { shownName } from './shown-name';

/**
 * How long a pointer or the keyboard rests on a name, or a finger on it, until its card is there.
 */
const REST_MS = 400;
/** How long it stays when the pointer has left, so that it can be reached. */
const STAY_MS = 250;
/** How far a finger that stays may move, in pixels. */
const STILL_PX = 10;

const Card = signal<ComponentType<CardProps> | null>(null);

/** Closes the card that is open, of whomever it is. */
let closeOpen: (() => void) | null = null;

interface Props {
  person: Named;
  /** Beside the name, where it is known. */
  strength?: Strength | null | undefined;
  /** Whether they are connected, where it is known. */
  here?: boolean | undefined;
  /** Where they were met, which a report names. */
  place?: Place | undefined;
  /** Where the name leads, if not to their page. */
  to?: string;
}

export function PlayerName({ person, strength, here, place, to }: Props) {
  const own = pageOf(person);
  const href = own === null ? null : (to ?? own);
  return (
    <span class="player-name-door">
      {here !== undefined && <span class={`presence-dot ${here ? 'here' : ''}`} aria-hidden="true" />}
      {href === null ? (
        to ? (
          <a class="player-link" href={to}>
            {shownName(person.name)}
          </a>
        ) : (
          <span>{shownName(person.name)}</span>
        )
      ) : (
        <Door person={person} href={href} place={place} />
      )}
      {person.bot && <BotMark />}
      {strength && <StrengthLine strength={strength} />}
    </span>
  );
}

/** By which the account of a program is known, wherever its name stands. */
export function BotMark() {
  const words = t().bots;
  return (
    <abbr class="bot-mark" title={words.markTitle}>
      {words.mark}
    </abbr>
  );
}

function Door({ person, href, place }: { person: Named; href: string; place?: Place | undefined }) {
  const isOpen = useSignal(false);
  const frame = useRef<HTMLSpanElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // A finger that stayed is no tap.
  const held = useRef<{ x: number; y: number; shown: boolean } | null>(null);

  const later = (what: () => void, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(what, ms);
  };
  // The same for as long as the name is there: by it one knows later whose card is meant.
  const close = useCallback(() => {
    clearTimeout(timer.current);
    if (closeOpen === close) closeOpen = null;
    isOpen.value = false;
  }, []);
  const open = async () => {
    if (isOpen.peek()) return;
    closeOpen?.();
    closeOpen = close;
    // Without a network the name is still a door.
    const [loaded] = await Promise.all([import('./person-card'), loadLateParts()]).catch(() => []);
    if (!loaded) return close();
    Card.value = loaded.PersonCard;
    // Whoever has left meanwhile is shown nothing.
    if (closeOpen === close) isOpen.value = true;
  };
  useEffect(() => close, []);

  useEffect(() => {
    if (!isOpen.value) return;
    const outside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [isOpen.value]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the link in it is what one acts on; this only follows it
    <span
      ref={frame}
      class="door"
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') later(() => void open(), REST_MS);
      }}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') later(close, STAY_MS);
      }}
      onFocusIn={(event) => {
        if (event.target === link.current && link.current?.matches(':focus-visible'))
          later(() => void open(), REST_MS);
      }}
      onFocusOut={(event) => {
        const next = event.relatedTarget;
        if (next instanceof Node && !frame.current?.contains(next)) close();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen.value) return;
        // A dialog of the card closes itself first.
        if ((event.target as Element).closest('dialog')) return;
        event.stopPropagation();
        if (event.target !== link.current) link.current?.focus();
        close();
      }}
    >
      <a
        ref={link}
        class="player-link"
        href={href}
        onPointerDown={(event) => {
          held.current = null;
          if (event.pointerType === 'mouse') return clearTimeout(timer.current);
          const hold = { x: event.clientX, y: event.clientY, shown: false };
          held.current = hold;
          later(() => {
            hold.shown = true;
            void open();
          }, REST_MS);
        }}
        onPointerMove={(event) => {
          const hold = held.current;
          if (!hold || hold.shown) return;
          if (Math.hypot(event.clientX - hold.x, event.clientY - hold.y) > STILL_PX)
            clearTimeout(timer.current);
        }}
        onPointerUp={() => {
          if (held.current && !held.current.shown) clearTimeout(timer.current);
        }}
        onPointerCancel={() => {
          if (held.current && !held.current.shown) clearTimeout(timer.current);
        }}
        onContextMenu={(event) => {
          if (held.current) event.preventDefault();
        }}
        onClick={(event) => {
          if (held.current?.shown) event.preventDefault();
          else close();
        }}
      >
        {person.name}
      </a>
      {isOpen.value && Card.value && (
        <Card.value person={person} place={place} anchor={link} onClose={close} />
      )}
    </span>
  );
}
