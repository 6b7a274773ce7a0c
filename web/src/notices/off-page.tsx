/**
 * `/notices#TOKEN`: where the link in a letter leads; no more letters of its kind, without signing
 * in.
 */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/whole';
import { Page } from '../ui/page';
import type { NoticeKind } from '../wire/generated';
import { stopLetters } from './notices-api';

export function NoticesOffPage() {
  const words = t().notices.off;
  const state = useSignal<NoticeKind | 'asking' | 'bad'>('asking');
  useEffect(() => {
    const token = location.hash.slice(1);
    // What stands in the link is in nobody's history.
    history.replaceState(null, '', '/notices');
    stopLetters(token || '-').then(
      ({ kind }) => {
        state.value = kind;
      },
      () => {
        state.value = 'bad';
      },
    );
  }, []);
  const now = state.value;
  return (
    <Page class="about-page">
      <section class="card">
        <h1>{words.title}</h1>
        <p role="status">{now === 'asking' ? words.asking : now === 'bad' ? words.bad : words.done[now]}</p>
        <p>
          <a href="/settings">{words.settings}</a>
        </p>
      </section>
    </Page>
  );
}
