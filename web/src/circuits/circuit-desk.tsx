/** The organisers' part of a circuit: its events, and who is one person in them. */

import { useSignal } from '@preact/signals';
import { labelled, noted } from '../i18n/listed';
import { language, t } from '../i18n/whole';
import { shownName } from '../people/shown-name';
import { go } from '../router';
import { listTournaments } from '../tournaments/tournament-api';
import { NumberField, Select } from '../ui/choice';
import { SureButton } from '../ui/dialog';
import { useLoaded } from '../ui/loaded';
import { TextField } from '../ui/text-field';
import type { Circuit, CircuitRow, TournamentSummary } from '../wire/generated';
import { act, type CircuitPart } from './circuit-api';
import { eventNotes } from './circuit-words';

export function CircuitDesk({ circuit, again }: CircuitPart) {
  const words = t().circuits.desk;
  return (
    <>
      <section class="card no-print">
        <div class="row">
          <a class="button" href={`/circuits/${circuit.code}/edit`}>
            {words.edit}
          </a>
          <SureButton
            title={words.deleteSure}
            yes={words.delete}
            onYes={async () => {
              if (await act(circuit.code, { t: 'delete' })) go('/circuits');
            }}
          >
            <p class="note">{words.deleteHelp}</p>
          </SureButton>
        </div>
      </section>
      <Events circuit={circuit} again={again} />
      <People circuit={circuit} again={again} />
    </>
  );
}

/** The code in a tournament's link, which may be of any of its pages, or the code alone. */
const codeIn = (text: string): string | null =>
  /(?:^|\/tournaments\/)([1-9A-HJ-NP-Za-km-z]{10})(?:[/?#].*)?$/.exec(text.trim())?.[1] ?? null;

/** What can be added: the tournaments of the club, and one's own. */
async function offered(circuit: Circuit): Promise<TournamentSummary[]> {
  const { clubOf } = await import('../clubs/club-api');
  const [own, club] = await Promise.all([
    listTournaments({ mine: true }),
    circuit.club ? clubOf(circuit.club.slug) : null,
  ]);
  const all = [...(club?.tournaments ?? []), ...own.tournaments];
  return [...new Map(all.map((it) => [it.code, it])).values()];
}

function Events({ circuit, again }: CircuitPart) {
  const words = t().circuits.desk;
  const found = useLoaded(() => offered(circuit), [circuit.code]).value ?? [];
  const chosen = useSignal('');
  const link = useSignal('');
  const isWrong = useSignal(false);
  const known = new Set(circuit.events.map(({ code }) => code));
  const free = found.filter(({ code, phase }) => !known.has(code) && phase !== 'cancelled');
  const put = async (event: string, weight_percent = 100) => {
    const isDone = await act(circuit.code, { t: 'put_event', event, weight_percent });
    if (isDone) await again();
    return isDone;
  };
  return (
    <section class="card no-print">
      <h2>{t().circuits.tabs.events}</h2>
      {circuit.events.length > 0 && (
        <ul class="tournament-list circuit-weights">
          {circuit.events.map((it) => (
            <li key={it.code}>
              <span>
                <a href={`/tournaments/${it.code}`}>{it.name}</a> <span class="note">{eventNotes(it)}</span>
              </span>
              <span class="field-row">
                <NumberField
                  label={words.weight}
                  min={1}
                  max={1_000}
                  value={it.weight_percent}
                  onChange={(percent) => void put(it.code, Math.round(percent))}
                />
                <button
                  type="button"
                  class="quiet"
                  aria-label={labelled(words.remove, it.name)}
                  onClick={async () => {
                    if (await act(circuit.code, { t: 'remove_event', event: it.code })) await again();
                  }}
                >
                  {words.remove}
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <form
        class="settings-form"
        onSubmit={async (event) => {
          event.preventDefault();
          const code = link.value.trim() ? codeIn(link.value) : chosen.value || null;
          isWrong.value = code === null;
          if (code === null || !(await put(code))) return;
          chosen.value = '';
          link.value = '';
        }}
      >
        <div class="columns">
          {free.length > 0 && (
            <Select
              label={words.add}
              name="event"
              options={[
                ['', words.choose] as const,
                ...free.map((it) => [it.code, noted([it.name, t().tournaments.phases[it.phase]])] as const),
              ]}
              value={chosen.value}
              onChange={(it) => {
                chosen.value = it;
              }}
            />
          )}
          <TextField
            label={free.length > 0 ? words.orLink : words.link}
            exact
            name="link"
            maxLength={300}
            value={link.value}
            onInput={(it) => {
              link.value = it;
              isWrong.value = false;
            }}
            help={words.linkHelp}
          />
        </div>
        {isWrong.value && (
          <p class="warning" role="alert">
            {words.badLink}
          </p>
        )}
        <button type="submit" class="primary">
          {words.addButton}
        </button>
      </form>
    </section>
  );
}

/** Who is one person where the events do not say so. */
function People({ circuit, again }: CircuitPart) {
  const words = t().circuits.desk;
  const rows = [...(circuit.rankings[0]?.rows ?? [])].sort((a, b) =>
    a.name.localeCompare(b.name, language.value),
  );
  const one = useSignal('');
  const into = useSignal('');
  const decisions = circuit.aliases ?? [];
  if (rows.length === 0) return null;
  const textOf = ({ name, handle, club }: CircuitRow) =>
    noted([shownName(name), handle && `@${handle}`, club]);
  const people = [['', words.choosePlayer] as const, ...rows.map((it) => [it.person, textOf(it)] as const)];
  const chosen = rows.find(({ person }) => person === one.value);
  const done = async (isDone: boolean) => {
    if (!isDone) return;
    one.value = '';
    into.value = '';
    await again();
  };
  return (
    <section class="card no-print">
      <h2>{words.people}</h2>
      <p class="note">{words.peopleHelp}</p>
      <div class="settings-form">
        <div class="columns">
          <Select
            label={words.player}
            name="person"
            options={people}
            value={one.value}
            onChange={(it) => {
              one.value = it;
            }}
          />
          <Select
            label={words.isSameAs}
            name="into"
            options={people.filter(([key]) => key !== one.value || key === '')}
            value={into.value}
            onChange={(it) => {
              into.value = it;
            }}
          />
        </div>
        <button
          type="button"
          disabled={!one.value || !into.value}
          onClick={async () =>
            done(await act(circuit.code, { t: 'merge', person: one.value, into: into.value }))
          }
        >
          {words.merge}
        </button>
      </div>
      {chosen && (
        <ul class="tournament-list" aria-label={chosen.name}>
          {circuit.events.map(({ code, name }, at) => {
            const entry = chosen.entries?.[at];
            return (
              entry && (
                <li key={code}>
                  <span>{name}</span>
                  <button
                    type="button"
                    class="quiet"
                    onClick={async () => done(await act(circuit.code, { t: 'split', event: code, entry }))}
                  >
                    {words.split}
                  </button>
                </li>
              )
            );
          })}
        </ul>
      )}
      {decisions.length > 0 && (
        <>
          <h3>{words.decisions}</h3>
          <ul class="tournament-list">
            {decisions.map(({ source, name, is }) => (
              <li key={source}>
                <span>{is == null ? words.isOwn(name) : words.isOne(name, is)}</span>
                <button
                  type="button"
                  class="quiet"
                  onClick={async () => done(await act(circuit.code, { t: 'reset_person', source }))}
                >
                  {words.undo}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
