/** `/tournaments/new`, `/tournaments/new?from=CODE` for a copy, and `/tournaments/CODE/edit`: what an organiser decides. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { go } from '../router';
import { FormFields } from '../ui/form-fields';
import { FormPage } from '../ui/form-page';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { uuid } from '../uuid';
import type { TournamentSettings } from '../wire/generated';
import { againOf } from './player-list';
import { copyOf, type Draft, draftOf, FIRST, followed, settingsFrom } from './settings-draft';
import { FIELDS } from './settings-fields';
import { act, createTournament, nextSeasonOf, problemText, settingsOf } from './tournament-api';

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

interface FormProps {
  code: string;
  before: TournamentSettings | null;
  /** The league whose players go on in this one; empty for none. */
  season: string;
}

function Form({ code, before, season }: FormProps) {
  const words = t().tournaments;
  const { form } = words;
  const draft = useSignal<Draft>(
    before ? draftOf(before) : { ...FIRST, club: new URLSearchParams(location.search).get('club') ?? '' },
  );
  // Drawn once, so that a second click makes no second tournament.
  const create = useSignal(uuid());
  const save = async () => {
    const settings = await settingsFrom(draft.value, before);
    if (!settings) return t().problems.unknown_player;
    try {
      const players = season ? (await nextSeasonOf(season)).entries : [];
      const to = code || (await createTournament(create.value, settings)).code;
      // Whoever cannot be entered now is told of, and can be entered on the page that follows.
      if (players.length > 0) await act(to, { t: 'enter_all', entries: players.map(againOf) });
      if (!code || (await act(code, { t: 'edit', settings }))) go(`/tournaments/${to}`);
      return null;
    } catch (refused) {
      return problemText(refused);
    }
  };
  return (
    <FormPage
      title={code ? form.titleEdit : form.titleNew}
      action={code ? form.save : form.create}
      save={save}
    >
      <FormFields
        fields={FIELDS}
        words={{ ...form, membersOnly: t().clubs.membersOnly }}
        draft={draft.value}
        put={(changes) => {
          draft.value = code ? { ...draft.value, ...changes } : followed(draft.value, changes);
        }}
      />
    </FormPage>
  );
}
