/** What waits for us, with what can be done about it, and what we were told, day by day. */

import '../styles/bell.css';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { ask, pageAfter } from '../api/request';
import { ChallengeList } from '../challenges/challenge-list';
import { challenges } from '../challenges/challenge-store';
import { playsByCorrespondence, turnText, waitingForUs } from '../correspondence/correspondence-store';
import { labelled, noted } from '../i18n/listed';
import { dateText, hourText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { Sentence } from '../people/in-sentence';
import { PlayerName } from '../people/player-name';
import { isMember } from '../session';
import { StudyAnswer } from '../study/invitation';
import { invitations, loadAgenda, matters, studies } from '../tournaments/agenda-store';
import { deskOf, matterText } from '../tournaments/desk-bar';
import { act } from '../tournaments/tournament-api';
import { usePaged } from '../ui/loaded';
import { More, NoLines } from '../ui/page';
import type { BellView } from '../wire/generated';
import { bellNew, useBell } from './bell-store';
import { bellText, doerOf } from './bell-words';

/** `onLeave` once something in it leads to another page. */
export function BellList({ onLeave }: { onLeave(): void }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what one acts on; this only follows them
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link clicks for the keyboard too
    <div
      class="bell-list"
      onClick={(event) => {
        if ((event.target as Element).closest('a[href]') && !event.defaultPrevented) onLeave();
      }}
    >
      <Waiting onLeave={onLeave} />
      {isMember.value && <History />}
    </div>
  );
}

/** How much waits for us. */
function countWaiting(): number {
  const asked = invitations.value.filter((it) => !it.declined);
  const lists = [challenges.value, waitingForUs.value, asked, studies.value, matters.value];
  return lists.reduce((sum, it) => sum + it.length, 0);
}

function Waiting({ onLeave }: { onLeave(): void }) {
  const words = t().bell;
  const turns = waitingForUs.value;
  const asked = invitations.value.filter((it) => !it.declined);
  useEffect(() => {
    if (isMember.peek()) void loadAgenda();
  }, []);
  const open = matters.value;
  const n = countWaiting();
  if (n === 0 && !playsByCorrespondence.value) return null;
  return (
    <section aria-label={words.waits}>
      {n > 0 && <h3>{words.waits}</h3>}
      {challenges.value.length > 0 && <ChallengeList onAccepted={onLeave} />}
      <ul class="bell-waits">
        {turns.map((it) => (
          <li key={it.game.game}>
            <span>{turnText(it)}</span>
            <a class="button primary" href={`/${it.game.game}`}>
              {t().correspondence.go}
            </a>
          </li>
        ))}
        {open.map((it, i) => (
          <li key={`${it.code}-${i}`}>
            <span>
              {matterText(it)}
              <small>{noted([it.name, it.text])}</small>
            </span>
            <a class="button primary" href={deskOf(it)}>
              {words.open}
            </a>
          </li>
        ))}
        {asked.map(({ code, by, name }) => (
          <li key={code}>
            <a href={`/tournaments/${code}`}>{t().tournaments.invitation.bar(by, name)}</a>
            <span class="row">
              <button type="button" class="primary" onClick={() => void answer(code, 'accept')}>
                {t().tournaments.invitation.accept}
              </button>
              <button type="button" onClick={() => void answer(code, 'decline')}>
                {t().tournaments.invitation.decline}
              </button>
            </span>
          </li>
        ))}
        {studies.value.map((it) => (
          <li key={it.study}>
            <a href={`/${it.is_broadcast ? 'broadcasts' : 'study'}/${it.study}`}>
              {t().study.invitation.bar(it.by.name, it.title)}
            </a>
            <StudyAnswer invitation={it} answered={loadAgenda} />
          </li>
        ))}
        {playsByCorrespondence.value && (
          <li>
            <a href="/my-move">{words.byLetter}</a>
          </li>
        )}
      </ul>
    </section>
  );
}

async function answer(code: string, t: 'accept' | 'decline'): Promise<void> {
  await act(code, { t });
  await loadAgenda();
}

function History() {
  const words = t().bell;
  // What was new when the list was opened is marked as long as it is open.
  const seenMs = useSignal<number | null>(null);
  const told = usePaged(async (next) => {
    const page = await ask('GET', '/me/bell', { query: pageAfter(next) });
    if (next === '') {
      seenMs.value ??= page.seen_ms;
      const [latest] = page.items;
      if (latest && latest.at_ms > page.seen_ms) void markSeen(latest.at_ms);
    }
    return { items: page.items, next: page.next ?? null };
  });
  useBell(() => true, told.again);
  return (
    <section aria-label={words.title}>
      {/* Below what waits for us it would be wrong that there is nothing. */}
      {(told.state.is !== 'ready' || countWaiting() === 0) && <NoLines of={told} none={words.none} />}
      {byDay(told.items.filter((it) => !isListedAbove(it))).map(([day, items]) => (
        <div key={day}>
          <h3>{day}</h3>
          <ul class="bell-items">
            {items.map((it) => (
              <Item key={it.id} told={it} isNew={it.at_ms > (seenMs.value ?? Number.POSITIVE_INFINITY)} />
            ))}
          </ul>
        </div>
      ))}
      <More of={told} word={words.older} />
    </section>
  );
}

/** Whether it is among what waits for us, with its answers: it is told once. */
function isListedAbove({ item }: BellView): boolean {
  if (item.t === 'study_invited') return studies.value.some(({ study }) => study === item.study);
  if (item.t !== 'tournament_invited') return false;
  return invitations.value.some(({ code, declined }) => code === item.tournament.code && !declined);
}

/** What cannot be marked stays new. */
async function markSeen(until_ms: number): Promise<void> {
  try {
    await ask('POST', '/me/bell/seen', { body: { until_ms } });
    bellNew.value = 0;
  } catch {}
}

function Item({ told, isNew }: { told: BellView; isNew: boolean }) {
  const words = t().bell;
  const text = bellText(told);
  if (!text) return null;
  const { by } = told;
  return (
    <li class={isNew ? 'new' : ''}>
      <span>
        {isNew && <span class="hidden-visually">{words.fresh}</span>}
        <Sentence of={text.says}>{by ? <PlayerName person={by} /> : words.somebody}</Sentence>
        {text.what && <small>{text.what}</small>}
        <small class="note">{hourText(told.at_ms)}</small>
      </span>
      <a class="button" href={text.href} aria-label={labelled(words.open, text.says(doerOf(told)))}>
        {words.open}
      </a>
    </li>
  );
}

/** The days of a list, the latest first, with what they have. */
function byDay(items: readonly BellView[]): [string, BellView[]][] {
  const today = dateText(Date.now());
  const days = new Map<string, BellView[]>();
  for (const it of items) {
    const date = dateText(it.at_ms);
    const day = date === today ? t().bell.today : date;
    days.set(day, [...(days.get(day) ?? []), it]);
  }
  return [...days];
}
