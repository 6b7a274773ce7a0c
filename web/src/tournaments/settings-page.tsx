/**
 * `/tournaments/new`, `/tournaments/new?from=CODE` for a copy, and `/tournaments/CODE/edit`: what
 * an organiser decides.
 */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { go } from '../router';
import { FormFields } from '../ui/form-fields';
import { FormPage } from '../ui/form-page';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { toast } from '../ui/toast';
import { uuid } from '../uuid';
import type { NewEntry, TournamentSettings } from '../wire/generated';
import { againOf } from './player-list';
import { copyOf, type Draft, draftOf, FIRST, followed, settingsFrom } from './settings-draft';
import { FIELDS } from './settings-fields';
import {
  act,
  createTournament,
  loadTournament,
  nextSeasonOf,
  problemText,
  settingsOf,
} from './tournament-api';
import { formWords } from './words';

export function TournamentSettingsPage({ code = '' }: { code?: string }) {
  const words = t().tournaments;
  const asked = new URLSearchParams(location.search);
  const from = code ? '' : (asked.get('from') ?? '');
  const season = from && asked.has('season') ? from : '';
  // What is there is changed, and nothing is saved in its place before it is known.
  const before = useLoaded(async () => {
    if (code) return await settingsOf(code);
    return from ? copyOf(await settingsOf(from)) : null;
  }, [code, from]);
  return (
    <When
      of={before}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/tournaments', to: words.toList }}
    >
      {(known) => <Form code={code} before={known} season={season} />}
    </When>
  );
}

/** The text of a file: UTF-8, or else what older programs write. */
async function textOf(file: File): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** An event that was begun elsewhere, out of a file. */
function Load() {
  const { form } = t().tournaments;
  const create = useSignal(uuid());
  const load = async (file: File | undefined) => {
    if (!file) return;
    try {
      const settings = await settingsFrom(
        { ...FIRST, name: file.name, atTheBoard: true, rated: false },
        null,
      );
      if (!settings) return;
      const { code, notes = [] } = await loadTournament(create.value, await textOf(file), settings);
      const first = notes[0];
      if (first !== undefined) toast.show(t().tournaments.archive.leftOut(notes.length, first));
      go(`/tournaments/${code}`);
    } catch (refused) {
      // Another file is another tournament.
      create.value = uuid();
      toast.show(problemText(refused), 'bad');
    }
  };
  return (
    <details>
      <summary>{form.load}</summary>
      <p class="note">{form.loadHelp}</p>
      <input
        type="file"
        name="event-file"
        aria-label={form.load}
        accept=".json,.trf,.trfx,.txt,.xml,.h9"
        onChange={(event) => {
          void load(event.currentTarget.files?.[0]);
          // The same file may be chosen again once it is corrected.
          event.currentTarget.value = '';
        }}
      />
    </details>
  );
}

/** A new event, of the club and the format that a link names. */
function firstDraft(): Draft {
  const asked = new URLSearchParams(location.search);
  const draft = { ...FIRST, club: asked.get('club') ?? '' };
  return asked.get('format') === 'simul' ? followed(draft, { format: 'simul' }) : draft;
}

/** Somebody who is asked to come, of whom nothing else is said. */
const asked = (handle: string): NewEntry => ({
  handle,
  name: '',
  grade: null,
  start: null,
  table: null,
  odds: null,
  family: null,
  given: null,
  nationality: null,
  unlisted: false,
  tags: [],
});

interface FormProps {
  code: string;
  before: TournamentSettings | null;
  /** The league whose players go on in this one; empty for none. */
  season: string;
}

function Form({ code, before, season }: FormProps) {
  const words = t().tournaments;
  const { form } = words;
  const draft = useSignal<Draft>(before ? draftOf(before) : firstDraft());
  // Drawn once, so that a second click makes no second tournament.
  const create = useSignal(uuid());
  const save = async () => {
    const settings = await settingsFrom(draft.value, before);
    if (!settings) return t().problems.unknown_player;
    try {
      const players = season ? (await nextSeasonOf(season)).entries : [];
      const to = code || (await createTournament(create.value, settings)).code;
      // Players who cannot be entered now are reported, and can be entered on the page that
      // follows.
      const host = draft.value.format === 'simul' && !code && draft.value.host.replace(/^@/, '').trim();
      if (host) await act(to, { t: 'enter', entry: asked(host) });
      if (players.length > 0) await act(to, { t: 'enter_all', entries: players.map(againOf) });
      if (!code || (await act(code, { t: 'edit', settings }))) go(`/tournaments/${to}`);
      return null;
    } catch (refused) {
      return problemText(refused);
    }
  };
  return (
    <FormPage
      before={!code && !before && <Load />}
      title={code ? form.titleEdit : form.titleNew}
      action={code ? form.save : form.create}
      save={save}
    >
      <FormFields
        fields={FIELDS}
        words={{ ...formWords(), membersOnly: t().clubs.membersOnly }}
        draft={draft.value}
        put={(changes) => {
          draft.value = code ? { ...draft.value, ...changes } : followed(draft.value, changes);
        }}
      />
    </FormPage>
  );
}
