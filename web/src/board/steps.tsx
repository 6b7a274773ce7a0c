/**
 * Stepping through a line of moves: by buttons, by keys, by the wheel over the board, and by
 * itself.
 */

import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n/of-boards';
import { Dialog } from '../ui/dialog';
import { Icon } from '../ui/icon';
import { ASK_KEY } from './board-grid';

/** A line of moves, and who walks along it. */
export interface Walk {
  /** Where in the line one is, from 0 to `last`. */
  place: number;
  last: number;
  go(place: number): void;
  flip(): void;
}

/** What a key does on one page only, and the words for it. */
export interface OwnKey {
  /** As [`KeyboardEvent.key`] names it. */
  key: string;
  does(): void;
  words: string;
}

interface Props {
  /** Asked with each key, as keys may come faster than the page is drawn. */
  walk(): Walk;
  /** Whether the way to the end stands out, because something goes on there. */
  callsToLast?: boolean;
  /** Whether the line is all there is, so that it can be played through. */
  isWhole?: boolean;
  more?: readonly OwnKey[];
  /** More buttons before the one that turns the board. */
  children?: ComponentChildren;
}

/** How long each position stays while the line plays by itself. */
const PLAY_MS = 1_500;

/**
 * How far a wheel turns for one step, in pixels: one notch of most, a short stroke on a touchpad.
 */
const NOTCH_PX = 60;

/** Where a key is meant for what has it, and not for the page. */
const OWN_KEYS = 'input, textarea, select, dialog, [role="grid"], [role="tablist"]';

/** What Space presses by itself. */
const PRESSED = 'button, a, summary';

export function Steps({ walk, callsToLast = false, isWhole = false, more = [], children }: Props) {
  const words = t().game;
  const helps = useSignal(false);
  const plays = useSignal(false);
  const { place, last, flip } = walk();
  const latest = useRef({ walk, more, isWhole });
  latest.current = { walk, more, isWhole };

  const step = (to: number) => {
    plays.value = false;
    const { last, go } = latest.current.walk();
    go(Math.min(Math.max(to, 0), last));
  };
  const play = () => {
    if (!latest.current.isWhole) return;
    const { place, last, go } = latest.current.walk();
    if (!plays.value && place >= last) go(0);
    plays.value = !plays.value;
  };
  usePlaying(plays, () => latest.current.walk());
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as Element | null;
      if (target?.closest(OWN_KEYS) || (event.key === ' ' && target?.closest(PRESSED))) return;
      const { place, last, flip } = latest.current.walk();
      const does: Record<string, () => void> = {
        ArrowLeft: () => step(place - 1),
        ArrowRight: () => step(place + 1),
        Home: () => step(0),
        End: () => step(last),
        ' ': play,
        f: flip,
        '?': () => {
          helps.value = true;
        },
      };
      for (const own of latest.current.more) does[own.key] = own.does;
      const act = does[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    let turned = 0;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || !(event.target as Element | null)?.closest('.table .ban-area')) return;
      const { place, last } = latest.current.walk();
      if (last === 0) return;
      event.preventDefault();
      // Lines and pages, which some wheels count in, are taken for a notch.
      turned += event.deltaMode === 0 ? event.deltaY : Math.sign(event.deltaY) * NOTCH_PX;
      const steps = Math.trunc(turned / NOTCH_PX);
      turned -= steps * NOTCH_PX;
      if (steps !== 0) step(place + steps);
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('wheel', onWheel);
    };
  }, []);

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
          onClick={() => step(to)}
        >
          <Icon name={icon} />
        </button>
      ))}
      {isWhole && (
        <button
          type="button"
          class="quiet"
          aria-label={plays.value ? words.pause : words.play}
          title={plays.value ? words.pause : words.play}
          disabled={last === 0}
          onClick={play}
        >
          <Icon name={plays.value ? 'pause' : 'play'} />
        </button>
      )}
      {children}
      <button type="button" class="quiet" aria-label={words.flip} title={words.flip} onClick={flip}>
        <Icon name="flip" />
      </button>
      {helps.value && (
        <KeyHelp
          isWhole={isWhole}
          more={more}
          onClose={() => {
            helps.value = false;
          }}
        />
      )}
    </div>
  );
}

/** Goes on by itself while `plays` holds, to the end. */
function usePlaying(plays: Signal<boolean>, walk: () => Walk): void {
  useEffect(() => {
    if (!plays.value) return;
    const timer = setInterval(() => {
      const { place, last, go } = walk();
      if (place < last) go(place + 1);
      if (place + 1 >= last) plays.value = false;
    }, PLAY_MS);
    return () => clearInterval(timer);
  }, [plays.value]);
}

const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
};

function KeyHelp({ isWhole, more, onClose }: { isWhole: boolean; more: readonly OwnKey[]; onClose(): void }) {
  const { game } = t();
  const words = game.keyHelp;
  const rows: (readonly [string, string])[] = [
    ['←', game.previous],
    ['→', game.next],
    ['Home', game.first],
    ['End', game.last],
    ...(isWhole ? [[words.space, game.play] as const] : []),
    ...more.map((own) => [SIGNS[own.key] ?? own.key, own.words] as const),
    ['f', game.flip],
    ['Tab', words.tab],
    [ASK_KEY.toUpperCase(), t().variantWords.hint.key],
    ['?', words.title],
  ];
  return (
    <Dialog title={words.title} onClose={onClose}>
      <dl class="key-help">
        {rows.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="note">{words.wheel}</p>
    </Dialog>
  );
}
