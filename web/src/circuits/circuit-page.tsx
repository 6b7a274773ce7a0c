/** `/circuits/CODE`: how a circuit stands, its events, and the organisers' part. */

import { useSignal } from '@preact/signals';
import { QrButton } from '../game/qr-link';
import { noted } from '../i18n/listed';
import { daysText } from '../i18n/moment';
import { t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { Tabs } from '../ui/choice';
import { EmbedButton } from '../ui/embedding';
import { EmptyState } from '../ui/empty-state';
import { Noted } from '../ui/noted';
import { Page, When } from '../ui/page';
import { ShareButton } from '../ui/share-button';
import { useTab } from '../ui/tab';
import type { Circuit } from '../wire/generated';
import { type CircuitPart, tableOf, useCircuit } from './circuit-api';
import { CircuitDesk } from './circuit-desk';
import { CircuitTable } from './circuit-table';
import { eventNotes, ruleText } from './circuit-words';

export function CircuitPage({ code }: { code: string }) {
  const words = t().circuits;
  const circuit = useCircuit(code);
  const missing = { title: words.notFound, text: words.notFoundHelp, href: '/circuits', to: words.toList };
  return (
    <When of={circuit} missing={missing}>
      {(known) => <Shown circuit={known} again={circuit.again} />}
    </When>
  );
}

type Tab = 'standings' | 'events' | 'manage';

function Shown({ circuit, again }: CircuitPart) {
  const words = t();
  const own = words.circuits;
  const tabs: Tab[] = ['standings', 'events', ...(circuit.organiser ? (['manage'] as const) : [])];
  const [tab, open] = useTab(tabs, 'standings');
  return (
    <Page class="players-page tournament-page circuit-page" title={circuit.name}>
      <header class="page-head">
        <div>
          <p class="note">
            <Noted>
              <a href="/circuits">{own.title}</a>
              {circuit.club && <a href={`/clubs/${circuit.club.slug}`}>{circuit.club.name}</a>}
            </Noted>
          </p>
          <h1>{circuit.name}</h1>
          <p class="note">
            {noted([
              daysText(circuit.first_day ?? '', circuit.last_day ?? ''),
              own.events(circuit.events.length),
              !circuit.club && words.tournaments.organisedBy(shownName(circuit.owner)),
            ])}
          </p>
        </div>
      </header>
      {circuit.about && <p class="tournament-about">{circuit.about}</p>}
      <Tabs
        label={circuit.name}
        options={tabs.map((it) => [it, own.tabs[it]] as const)}
        value={tab}
        onChange={open}
      />
      {tab === 'standings' && <Standings circuit={circuit} />}
      {tab === 'events' && <Events circuit={circuit} />}
      {tab === 'manage' && <CircuitDesk circuit={circuit} again={again} />}
      <footer class="row no-print tournament-files">
        <a href={tableOf(circuit.code)} download>
          {own.csv}
        </a>
        <ShareButton title={circuit.name} href={`/circuits/${circuit.code}`} class="quiet" />
        <QrButton title={circuit.name} href={`/circuits/${circuit.code}`} />
        <EmbedButton of="circuit" code={circuit.code} />
        <button type="button" class="quiet" onClick={() => window.print()}>
          {words.tournaments.print}
        </button>
      </footer>
    </Page>
  );
}

function Standings({ circuit }: { circuit: Circuit }) {
  const words = t().circuits;
  const chosen = useSignal('');
  const shown = circuit.rankings.find(({ name }) => name === chosen.value) ?? circuit.rankings[0];
  if (circuit.events.length === 0)
    return (
      <section class="card">
        <EmptyState text={words.noEvents} />
      </section>
    );
  return (
    <section class="card">
      <h2>{circuit.so_far ? words.soFar : words.final}</h2>
      {circuit.rankings.length > 1 && (
        <Tabs
          label={words.standings}
          options={circuit.rankings.map(({ name }) => [name, name || words.everybody] as const)}
          value={shown?.name ?? ''}
          onChange={(name) => {
            chosen.value = name;
          }}
        />
      )}
      {shown && <CircuitTable circuit={circuit} ranking={shown} />}
      <ul class="note circuit-rule">
        {ruleText(circuit).map((it) => (
          <li key={it}>{it}</li>
        ))}
      </ul>
    </section>
  );
}

function Events({ circuit }: { circuit: Circuit }) {
  const words = t();
  return (
    <section class="card">
      <h2>{words.circuits.tabs.events}</h2>
      {circuit.events.length === 0 ? (
        <EmptyState text={words.circuits.noEvents} />
      ) : (
        <ol class="tournament-list circuit-events">
          {circuit.events.map((it) => (
            <li key={it.code}>
              <a href={`/tournaments/${it.code}`}>{it.name}</a>
              <span class="note">{noted([eventNotes(it), words.tournaments.players(it.players)])}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
