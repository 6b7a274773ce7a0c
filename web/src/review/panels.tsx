/** What stands beside a board, one at a time, where there is no room for all of it. */

import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { t } from '../i18n/whole';

export interface Panel {
  name: string;
  label: string;
  /** How many things in it nobody has seen. */
  count?: number;
  view: ComponentChildren;
}

interface Props {
  /** Which is shown, by its name; the first one where there is none of that name. */
  chosen: Signal<string>;
  panels: readonly Panel[];
  /** What stands at the end of their names. */
  end?: ComponentChildren;
}

export function Panels({ chosen, panels, end }: Props) {
  const id = useId();
  const tabs = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    panels.findIndex((it) => it.name === chosen.value),
  );
  const shown = panels[at];
  const go = (to: number) => {
    const panel = panels.at(to % panels.length);
    if (!panel) return;
    chosen.value = panel.name;
    tabs.current?.querySelector<HTMLElement>(`[data-panel="${panel.name}"]`)?.focus();
  };
  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(at - 1),
    ArrowRight: () => go(at + 1),
    Home: () => go(0),
    End: () => go(-1),
  };
  if (!shown) return null;
  return (
    <section class="panels card">
      <div class="panel-head">
        <div
          ref={tabs}
          class="panel-tabs"
          role="tablist"
          aria-label={t().review.panels}
          tabIndex={-1}
          onKeyDown={(event) => {
            const does = keys[event.key];
            if (!does) return;
            event.preventDefault();
            does();
          }}
        >
          {panels.map((it) => (
            <button
              key={it.name}
              type="button"
              role="tab"
              data-panel={it.name}
              id={`${id}-${it.name}`}
              aria-selected={it === shown}
              aria-controls={id}
              tabIndex={it === shown ? 0 : -1}
              onClick={() => {
                chosen.value = it.name;
              }}
            >
              {it.label}
              {it.count !== undefined && it.count > 0 && it !== shown && (
                <span class="badge">{it.count}</span>
              )}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        id={id}
        class={`panel ${shown.name}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${shown.name}`}
      >
        {shown.view}
      </div>
    </section>
  );
}
