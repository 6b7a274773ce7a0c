/** `/tournaments`: what is played, what can be joined, what is over. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { isMember } from '../session';
import { PageHead } from '../ui/page-head';
import { listTournaments, type Phase, type Summary } from './tournament-api';
import { timeText } from './words';

const SHOWN: readonly Phase[] = ['running', 'open', 'over'];

export function TournamentsPage() {
  const words = t().tournaments;
  const all = useSignal<Summary[] | null>(null);
  const mine = useSignal<Summary[]>([]);
  const member = isMember.value;
  useEffect(() => {
    listTournaments(false).then(
      (found) => {
        all.value = found.tournaments;
      },
      () => {
        all.value = [];
      },
    );
    if (member)
      listTournaments(true).then(
        (found) => {
          mine.value = found.tournaments;
        },
        () => {},
      );
  }, [member]);
  return (
    <main id="main" class="players-page tournaments-page">
      <PageHead
        title={words.title}
        lead={words.lead}
        href="/tournaments/new"
        action={words.create}
        signInFirst={words.signInFirst}
      />
      {mine.value.length > 0 && <Part title={words.mine} found={mine.value} />}
      {SHOWN.map((phase) => {
        const found = all.value?.filter((it) => it.phase === phase) ?? [];
        return found.length > 0 && <Part key={phase} title={words.phases[phase]} found={found} />;
      })}
      {all.value?.length === 0 && <p class="note">{words.none}</p>}
    </main>
  );
}

function Part({ title, found }: { title: string; found: Summary[] }) {
  const words = t().tournaments;
  return (
    <section class="card">
      <h2>{title}</h2>
      <ul class="tournament-list">
        {found.map((it) => (
          <li key={it.code}>
            <a href={`/tournaments/${it.code}`}>{it.name}</a>
            <span class="note">
              {[words.phases[it.phase], words.players(it.players), it.starts && timeText(it.starts)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
