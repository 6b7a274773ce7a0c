/**
 * Says things to screen readers. Everything said stays in the page for a while, so that nothing is
 * cut off.
 */

import { signal } from '@preact/signals';

/** Sentences kept; the oldest goes first. */
const KEPT_MAX = 6;

const said = signal<{ id: number; text: string }[]>([]);
let nextId = 1;

export function announce(text: string): void {
  if (text) said.value = [...said.value, { id: nextId++, text }].slice(-KEPT_MAX);
}

export function Announcer() {
  return (
    <div class="hidden-visually" role="log" aria-live="assertive" aria-relevant="additions" data-announcer>
      {said.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}
