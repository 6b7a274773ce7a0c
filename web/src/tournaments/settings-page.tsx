/** `/tournaments/new` and `/tournaments/CODE/edit`: what an organiser decides. */

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n';
import { go } from '../router';
import { FormFields } from '../ui/form-fields';
import { Page } from '../ui/page';
import { uuid } from '../uuid';
import { type Draft, draftOf, FIRST, settingsFrom } from './settings-draft';
import { FIELDS } from './settings-fields';
import { act, createTournament, problemText, type Settings, settingsOf } from './tournament-api';

export function TournamentSettingsPage({ code = '' }: { code?: string }) {
  const words = t().tournaments;
  const form = words.form;
  const before = useSignal<Settings | null>(null);
  const draft = useSignal<Draft>({
    ...FIRST,
    club: new URLSearchParams(location.search).get('club') ?? '',
  });
  const problem = useSignal<string | null>(null);
  // Drawn once, so that a second click makes no second tournament.
  const create = useSignal(uuid());
  useEffect(() => {
    if (!code) return;
    settingsOf(code).then(
      (found) => {
        before.value = found;
        draft.value = draftOf(found);
      },
      (refused) => {
        problem.value = problemText(refused);
      },
    );
  }, [code]);
  const put = (changes: Partial<Draft>) => {
    draft.value = { ...draft.value, ...changes };
  };
  const save = async () => {
    problem.value = null;
    const settings = await settingsFrom(draft.value, before.value);
    if (!settings) {
      problem.value = words.problems.unknown_player;
      return;
    }
    try {
      if (!code) {
        const made = await createTournament(create.value, settings);
        return go(`/tournaments/${made.code}`);
      }
    } catch (refused) {
      problem.value = problemText(refused);
      return;
    }
    if (await act(code, { t: 'edit', settings })) go(`/tournaments/${code}`);
  };
  return (
    <Page class="players-page">
      <h1>{code ? form.titleEdit : form.titleNew}</h1>
      <form
        class="card settings-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormFields fields={FIELDS} draft={draft.value} put={put} />
        {problem.value && (
          <p class="warning" role="alert">
            {problem.value}
          </p>
        )}
        <button type="submit" class="primary">
          {code ? form.save : form.create}
        </button>
      </form>
    </Page>
  );
}
