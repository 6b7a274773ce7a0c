/**
 * A page: its part of the document, what it is called, and what stands there while there is nothing
 * to show.
 */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../i18n';
import { arrival } from '../router';
import { useTitle } from '../title';
import { announce } from './announcer';
import { EmptyState } from './empty-state';
import type { Loaded, Paged } from './loaded';

interface Props {
  class: string;
  /** What it is called, where its row in the table of pages does not know. */
  title?: string | null;
  style?: Record<string, string>;
  busy?: boolean;
  children?: ComponentChildren;
}

export function Page({ class: name, title = null, style = {}, busy = false, children }: Props) {
  useTitle(title);
  const main = useArrival<HTMLElement>(busy);
  return (
    <main id="main" ref={main} class={name} style={style} aria-busy={busy}>
      {children}
    </main>
  );
}

/**
 * Whoever came by a link has the keyboard in the page that the link led to, and hears what it is
 * called; a page that takes the place of one that was busy has the keyboard too, as it went with
 * the other.
 */
export function useArrival<E extends HTMLElement>(busy = false) {
  const main = useRef<E>(null);
  useEffect(() => {
    const element = main.current;
    if (!element || arrival.at === null) return;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (!arrival.focused || lost) {
      arrival.focused = true;
      element.tabIndex = -1;
      element.focus({ preventScroll: true });
      // Only links lead here: a touch on the page is not meant for it as a whole.
      element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
    }
    if (busy || arrival.told === arrival.at) return;
    arrival.told = arrival.at;
    announce(element.querySelector('h1')?.textContent ?? document.title);
  }, [busy]);
  return main;
}

/** A page that is not there yet. */
export function Busy() {
  return (
    <Page class="blank-page" busy>
      <p class="note late">{t().page.loading}</p>
    </Page>
  );
}

export interface Told {
  title: string;
  text?: string | undefined;
  /** Where to go instead, and the words for it. */
  href?: string;
  to?: string;
}

/** A page that has nothing to show but why. */
export function Blank({ title, text, href, to }: Told) {
  return (
    <Page class="blank-page">
      <h1>{title}</h1>
      {text && <p class="note">{text}</p>}
      {href && <a href={href}>{to}</a>}
    </Page>
  );
}

/** A page that could not be loaded. */
export function Failed({ again }: Pick<Loaded<unknown>, 'again'>) {
  const words = t().page;
  return (
    <Page class="blank-page">
      <h1>{words.failed}</h1>
      <p class="note">{words.failedHelp}</p>
      <Again again={again} />
    </Page>
  );
}

function Again({ again }: Pick<Loaded<unknown>, 'again'>) {
  return (
    <button type="button" onClick={() => void again()}>
      {t().page.again}
    </button>
  );
}

interface WhenProps<T> {
  of: Loaded<T>;
  /** What stands there when there is no such thing. */
  missing: Told;
  children(value: T): ComponentChildren;
}

/** The page of something that is loaded, in all its states. */
export function When<T>({ of, missing, children }: WhenProps<T>) {
  const { state } = of;
  if (state.is === 'busy') return <Busy />;
  if (state.is === 'failed') return <Failed again={of.again} />;
  if (state.is === 'missing') return <Blank {...missing} />;
  return <>{children(state.value)}</>;
}

/** Below a part of a page that could not be loaded: that it is so, and again. */
export function PartFailed({ of }: { of: Loaded<unknown> }) {
  if (of.state.is !== 'failed' && of.state.is !== 'missing') return null;
  return (
    <div class="part-failed" role="alert">
      <p>{t().page.failed}</p>
      <Again again={of.again} />
    </div>
  );
}

/** A part of a page that is loaded by itself, in all its states. */
export function WhenPart<T>({ of, children }: Pick<WhenProps<T>, 'of' | 'children'>) {
  if (of.state.is === 'ready') return <>{children(of.state.value)}</>;
  if (of.state.is === 'busy') return <p class="note late">{t().page.loading}</p>;
  return <PartFailed of={of} />;
}

/** What stands in a list without lines: that there are none, or that they could not be loaded. */
export function NoLines({ of, none }: { of: Paged<unknown>; none: string }) {
  if (of.state.is === 'ready') return of.items.length === 0 ? <EmptyState text={none} /> : null;
  return <PartFailed of={of} />;
}

/** Below a list that goes on. */
export function More({ of, word = t().archive.more }: { of: Paged<unknown>; word?: string }) {
  return of.more ? (
    <button type="button" onClick={of.more}>
      {word}
    </button>
  ) : null;
}
