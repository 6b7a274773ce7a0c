/**
 * A button with what drops from it: links and buttons, by pointer, touch and keyboard. It opens by a press, or by the
 * arrow down, which also walks through it; it closes by Escape, and when one has chosen or gone elsewhere.
 */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import { route } from '../router';

interface Props {
  class: string;
  /** What the button shows. */
  face: ComponentChildren;
  /** What it is called, where that is not what it shows. */
  label?: string | undefined;
  /** Whether the page that is on is in it. */
  isCurrent?: boolean;
  /** Whether it opens at the end of the line in which its button stands. */
  atEnd?: boolean;
  onOpen?(): void;
  /** Lines of a list. */
  children: ComponentChildren;
}

export function DropMenu({
  class: name,
  face,
  label,
  isCurrent = false,
  atEnd = false,
  onOpen,
  children,
}: Props) {
  const id = useId();
  const isOpen = useSignal(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Whether it was opened by a key, which goes on to the first line. */
  const byKey = useRef(false);
  const close = () => {
    isOpen.value = false;
  };
  const place = route.value;
  useEffect(close, [place]);
  useEffect(() => {
    if (!isOpen.value) return;
    onOpen?.();
    const outside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [isOpen.value]);
  useLayoutEffect(() => {
    if (isOpen.value && byKey.current) lines()[0]?.focus();
    byKey.current = false;
  }, [isOpen.value]);
  const lines = () => [...(frame.current?.querySelectorAll<HTMLElement>('li :is(a, button)') ?? [])];
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
    Escape: () => {
      close();
      button.current?.focus();
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is in it is acted on; this moves the keyboard about in it
    <div
      ref={frame}
      class={`drop ${name} ${atEnd ? 'at-end' : ''}`}
      onKeyDown={(event) => {
        const does = keys[event.key];
        if (!does || (!isOpen.value && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        event.stopPropagation();
        if (isOpen.value) return does();
        byKey.current = true;
        isOpen.value = true;
      }}
      onFocusOut={(event) => {
        const next = event.relatedTarget;
        if (next instanceof Node && !frame.current?.contains(next)) close();
      }}
    >
      <button
        ref={button}
        type="button"
        class={`quiet drop-button ${isCurrent ? 'current' : ''}`}
        aria-expanded={isOpen.value}
        aria-controls={id}
        aria-label={label}
        title={label}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {face}
      </button>
      <ul id={id} class="drop-list card" hidden={!isOpen.value}>
        {children}
      </ul>
    </div>
  );
}
