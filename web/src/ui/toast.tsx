/** Short notices at the edge of the page; each is read out by screen readers. */

import { signal } from '@preact/signals';
import { t } from '../i18n';
import { listed } from '../i18n/listed';
import { hourText } from '../i18n/moment';
import { route } from '../router';
import { gamesThatHold } from '../session';
import type { Refused } from '../socket/socket';

/** Notices shown at once; the oldest goes first. */
const TOASTS_MAX = 3;
const SHOWN_MS = 6_000;

interface Act {
  text: string;
  /** Read aloud in its place. */
  label?: string;
  primary?: true;
  run(): void;
}

interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'bad' | 'good';
  /** Below the text: more of what it is about. */
  detail?: string;
  link?: { href: string; text: string };
  /** What can be done about it at once; not shown where a touch may be meant for a board. */
  acts?: readonly Act[];
  /** What it is about: a newer one of the same takes its place, and `forget` removes it. */
  about?: string;
}

const toasts = signal<Toast[]>([]);
let nextId = 1;

function show(text: string, tone: Toast['tone'] = 'plain', link?: Toast['link']): void {
  say({ text, tone, ...(link ? { link } : {}) });
}

function say(said: Omit<Toast, 'id'>): void {
  const it: Toast = { id: nextId++, ...said };
  if (said.about) forget(said.about);
  toasts.value = [...toasts.value, it].slice(-TOASTS_MAX);
  // While we play there is nothing to be done about it, and it lies over the header.
  const isLong = (it.link || it.acts) && gamesThatHold.value.length === 0;
  setTimeout(() => dismiss(it.id), isLong ? SHOWN_MS * 4 : SHOWN_MS);
}

function forget(about: string): void {
  toasts.value = toasts.value.filter((it) => it.about !== about);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((it) => it.id !== id);
}

/** Codes that stand for many mistakes, so that their clause is shown too. */
const DETAILED = new Set(['bad_setup', 'bad_position']);

/**
 * What is wrong with a position, which the clause of a refusal names; '' where it says something
 * else, in English.
 */
function detail(clause: string): string {
  const problems: Record<string, string> = t().positionProblems;
  return listed(clause.match(/[a-z_]+/g)?.flatMap((word) => problems[word] ?? []) ?? []);
}

/** What a refusal says in the language in use. */
export function refusalText(refused: Pick<Refused, 'code' | 'message' | 'until'>): string {
  const words: Record<string, string> = { ...t().result.illegal, ...t().refusals };
  const told = words[refused.code];
  // A code younger than this page has no words here, and its clause is in English.
  if (told === undefined) return t().problems.other;
  if (refused.until !== undefined) return t().untilWhen(told, hourText(refused.until));
  // What is wrong with a set-up is in the clause alone.
  const more = DETAILED.has(refused.code) ? detail(refused.message) : '';
  return more ? t().because(told, more) : told;
}

export const toast = {
  show,
  say,
  forget,
  refusal: (refused: Pick<Refused, 'code' | 'message' | 'until'>) => show(refusalText(refused), 'bad'),
};

/**
 * Below the header. Where a board begins below it they are beside that; where there is no room, on
 * the header, and while we play without what can be done, as the next touch is meant for the board.
 */
export function Toasts() {
  const beforeBoard = route.value.row?.board === true;
  return (
    <div
      class={`toasts ${beforeBoard ? 'on-header' : ''} ${gamesThatHold.value.length > 0 ? 'while-playing' : ''}`}
      role="status"
      aria-live="polite"
    >
      {toasts.value.map((it) => (
        <div key={it.id} class={`toast ${it.tone}`}>
          <span>
            {it.text}
            {it.detail && <small>{it.detail}</small>}
          </span>
          {it.link && (
            <a href={it.link.href} onClick={() => dismiss(it.id)}>
              {it.link.text}
            </a>
          )}
          {it.acts && <Acts toast={it} acts={it.acts} />}
        </div>
      ))}
    </div>
  );
}

function Acts({ toast, acts }: { toast: Toast; acts: readonly Act[] }) {
  return (
    <span class="toast-acts">
      {acts.map(({ text, label, primary, run }) => (
        <button
          key={text}
          type="button"
          class={primary ? 'primary' : ''}
          aria-label={label}
          onClick={() => {
            dismiss(toast.id);
            run();
          }}
        >
          {text}
        </button>
      ))}
    </span>
  );
}
