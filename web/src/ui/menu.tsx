/**
 * A button and what drops from it: links and buttons, by pointer, touch and keyboard. It opens by a
 * press, or by the arrow down, which also walks through it; a press elsewhere, Escape and choosing
 * put it away.
 */

import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon';

const GAP_PX = 4;

interface Props {
  class: string;
  /** What the button shows. */
  face: ComponentChildren;
  /** What it is called, where that is not what it shows. */
  label?: string | undefined;
  /** More names of the button, for the style sheets. */
  buttonClass?: string;
  /** Lines of a list. */
  children: ComponentChildren;
}

export function Menu({ class: name, face, label, buttonClass = '', children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const lines = () => [...(list.current?.querySelectorAll<HTMLElement>('li :is(a, button)') ?? [])];
  /** Goes so many lines on from the one that has the keyboard, around the ends. */
  const step = (by: number) => {
    const all = lines();
    const at = all.indexOf(document.activeElement as HTMLElement);
    all.at((at < 0 && by < 0 ? by : at + by) % all.length)?.focus();
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Home: () => lines()[0]?.focus(),
    End: () => lines().at(-1)?.focus(),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it is acted on; this moves the keyboard about in it
    <div
      class={`drop ${name}`}
      onKeyDown={(event) => {
        const does = keys[event.key];
        const isOpen = list.current?.matches(':popover-open');
        if (!does || !(isOpen || (event.key === 'ArrowDown' && event.target === button.current))) return;
        event.preventDefault();
        event.stopPropagation();
        if (!isOpen) list.current?.showPopover();
        does();
      }}
    >
      <button
        ref={button}
        type="button"
        class={`drop-button ${buttonClass}`}
        popovertarget={id}
        aria-label={label}
        title={label}
      >
        {face}
      </button>
      <ul
        ref={list}
        id={id}
        class="drop-list card"
        popover="auto"
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'open' && button.current) place(currentTarget, button.current);
        }}
        // Before what was chosen is done: a dialog that it opens gives the keyboard back to the button.
        onClickCapture={({ target }) => {
          if ((target as Element).closest('a, button')) list.current?.hidePopover();
        }}
        onKeyDown={(event) => {
          // Tab continues from the button.
          if (event.key === 'Tab') list.current?.hidePopover();
        }}
      >
        {children}
      </ul>
    </div>
  );
}

interface ActProps {
  icon?: IconName;
  text: string;
  /** Where it leads; without that it does something. */
  href?: string;
  /** Whether that is no page of ours, and opens in a window of its own. */
  isElsewhere?: boolean;
  onClick?(): void;
  /** Explains it. */
  help?: string;
  pressed?: boolean;
}

/** A line of a menu: what can be done, or a page. */
export function MenuAct({ icon, text, href, isElsewhere = false, onClick, help, pressed }: ActProps) {
  const face = (
    <>
      {icon && <Icon name={icon} />}
      {text}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <button type="button" class="menu-act" title={help} aria-pressed={pressed} onClick={onClick}>
          {face}
        </button>
      ) : (
        <a
          class="menu-act"
          href={href}
          title={help}
          {...(isElsewhere ? { target: '_blank', rel: 'noopener' } : {})}
        >
          {face}
        </a>
      )}
    </li>
  );
}

/** Where there is room: below or above the button, from its left or its right edge. */
function place({ style }: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const isLow = top + bottom > clientHeight;
  const isRight = left + right > clientWidth;
  style.top = isLow ? 'auto' : `${bottom + GAP_PX}px`;
  style.bottom = isLow ? `${clientHeight - top + GAP_PX}px` : 'auto';
  style.left = isRight ? 'auto' : `${Math.max(GAP_PX, left)}px`;
  style.right = isRight ? `${Math.max(GAP_PX, clientWidth - right)}px` : 'auto';
}
