/** Stepping through a line of moves, by buttons and by keys. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { Icon } from '../ui/icon';

/** A line of moves, and who walks along it. */
export interface Walk {
  /** Where in the line one is, from 0 to `last`. */
  place: number;
  last: number;
  go(place: number): void;
  flip(): void;
}

interface Props {
  walk: Walk;
  /** Whether the way to the end stands out, because something goes on there. */
  callsToLast?: boolean;
  /** More buttons before the one that turns the board. */
  children?: ComponentChildren;
}

export function Steps({ walk, callsToLast = false, children }: Props) {
  const words = t().game;
  const { place, last } = walk;
  const buttons = [
    ['first', words.first, 0, place > 0],
    ['previous', words.previous, place - 1, place > 0],
    ['next', words.next, place + 1, place < last],
    ['last', words.last, last, place < last],
  ] as const;
  return (
    <div class="steps">
      {buttons.map(([icon, label, to, possible]) => (
        <button
          key={icon}
          type="button"
          class={icon === 'last' && callsToLast ? 'primary' : 'quiet'}
          aria-label={label}
          title={label}
          disabled={!possible}
          onClick={() => walk.go(to)}
        >
          <Icon name={icon} />
        </button>
      ))}
      {children}
      <button type="button" class="quiet" aria-label={words.flip} title={words.flip} onClick={walk.flip}>
        <Icon name="flip" />
      </button>
    </div>
  );
}

/** Where a key is meant for what has it, and not for the page. */
const OWN_KEYS = 'input, textarea, select, dialog, [role="grid"], [role="tablist"]';

/**
 * Keys that work anywhere on the page but where they are somebody's own. `walk` is asked with each key, as keys may
 * come faster than the page is drawn; `more` has those that only this page knows.
 */
export function useStepKeys(walk: () => Walk, more: Readonly<Record<string, () => void>> = {}): void {
  const now = useRef({ walk, more });
  now.current = { walk, more };
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as Element | null)?.closest(OWN_KEYS)) return;
      const { place, last, go, flip } = now.current.walk();
      const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key];
      const does = event.key === 'f' ? flip : now.current.more[event.key];
      if (to !== undefined) go(Math.min(Math.max(to, 0), last));
      else if (does) does();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
