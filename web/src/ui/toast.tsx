/** Short notices at the edge of the page; each is read out by screen readers. */

import { signal } from '@preact/signals';
import { language, t } from '../i18n';
import { listed } from '../i18n/listed';
import type { Refused } from '../socket/socket';

/** Notices shown at once; the oldest goes first. */
const TOASTS_MAX = 3;
const SHOWN_MS = 6_000;

interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'bad' | 'good';
  link?: { href: string; text: string };
}

const toasts = signal<Toast[]>([]);
let nextId = 1;

function show(text: string, tone: Toast['tone'] = 'plain', link?: Toast['link']): void {
  const it: Toast = { id: nextId++, text, tone, ...(link ? { link } : {}) };
  toasts.value = [...toasts.value, it].slice(-TOASTS_MAX);
  setTimeout(() => dismiss(it.id), link ? SHOWN_MS * 4 : SHOWN_MS);
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

/** The time of day of an instant, in Unix milliseconds. */
const timeOf = (ms: number) =>
  new Intl.DateTimeFormat(language.value, { hour: '2-digit', minute: '2-digit' }).format(ms);

/** What a refusal says in the language in use. */
export function refusalText(refused: Pick<Refused, 'code' | 'message' | 'until'>): string {
  const words: Record<string, string> = { ...t().result.illegal, ...t().refusals };
  const told = words[refused.code];
  // A code younger than this page has no words here, and its clause is in English.
  if (told === undefined) return t().problems.other;
  if (refused.until !== undefined) return t().untilWhen(told, timeOf(refused.until));
  // What is wrong with a set-up is in the clause alone.
  const more = DETAILED.has(refused.code) ? detail(refused.message) : '';
  return more ? t().because(told, more) : told;
}

export const toast = {
  show,
  refusal: (refused: Pick<Refused, 'code' | 'message' | 'until'>) => show(refusalText(refused), 'bad'),
};

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map((it) => (
        <div key={it.id} class={`toast ${it.tone}`}>
          <span>{it.text}</span>
          {it.link && (
            <a href={it.link.href} onClick={() => dismiss(it.id)}>
              {it.link.text}
            </a>
          )}
        </div>
      ))}
    </div>
  );
}
