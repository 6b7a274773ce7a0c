/** A button that drops what there is no room for beside it; a press elsewhere or Escape puts it away. */

import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon';

const GAP_PX = 4;

interface Props {
  label: string;
  icon: IconName;
  /** More names of what drops, for the style sheets. */
  class?: string;
  children: ComponentChildren;
}

export function Menu({ label, icon, class: name = '', children }: Props) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button ref={button} type="button" popovertarget={id}>
        <Icon name={icon} />
        {label}
      </button>
      <div
        id={id}
        class={`menu card ${name}`}
        popover="auto"
        onBeforeToggle={({ newState, currentTarget }) => {
          if (newState === 'open' && button.current) place(currentTarget, button.current);
        }}
      >
        {children}
      </div>
    </>
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
