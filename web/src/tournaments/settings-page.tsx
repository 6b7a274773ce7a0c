/** `/tournaments/new` and `/tournaments/CODE/edit`: what an organiser decides. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { go } from '../router';
import { FormFields } from '../ui/form-fields';
import { FormPage } from '../ui/form-page';
import { useLoaded } from '../ui/loaded';
import { When } from '../ui/page';
import { uuid } from '../uuid';
import type { TournamentSettings } from '../wire/generated';
import { type Draft, draftOf, FIRST, settingsFrom } from './settings-draft';
import { FIELDS } from './settings-fields';
import { act, createTournament, problemText, settingsOf } from './tournament-api';

export function TournamentSettingsPage({ code = '' }: { code?: string }) {
  const words = t().tournaments;
  // What is there is changed, and nothing is saved in its place before it is known.
  const before = useLoaded(async () => (code ? await settingsOf(code) : null), [code]);
  return (
    <When
      of={before}
      missing={{ title: words.notFound, text: words.notFoundHelp, href: '/tournaments', to: words.toList }}
    >
      {(known) => <Form code={code} before={known} />}
    </When>
  );
}

function Form({ code, before }: { code: string; before: TournamentSettings | null }) {
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
      const to = before ? code : (await createTournament(create.value, settings)).code;
      if (!before || (await act(code, { t: 'edit', settings }))) go(`/tournaments/${to}`);
      return null;
    } catch (refused) {
      return problemText(refused);
    }
  };
  return (
    <FormPage
      title={before ? form.titleEdit : form.titleNew}
      action={before ? form.save : form.create}
      save={save}
    >
      <FormFields
        fields={FIELDS}
        words={{ ...form, membersOnly: t().clubs.membersOnly }}
        draft={draft.value}
        put={(changes) => {
          draft.value = { ...draft.value, ...changes };
        }}
      />
    </FormPage>
  );
}
