/** What a study says of itself, changed by its owner; and its end. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { go } from '../router';
import { Dialog, Sure } from '../ui/dialog';
import type { Loaded } from '../ui/loaded';
import type { Study } from '../wire/generated';
import { changeStudy, deleteStudy, problemText } from './study-api';
import { forgetStudy } from './study-store';
import { draftOf, TermsFields, termsOf } from './terms-fields';

interface Props {
  study: Study;
  loaded: Loaded<Study>;
  onClose(): void;
}

export function SettingsDialog({ study, loaded, onClose }: Props) {
  const words = t().study;
  const draft = useSignal(draftOf(study));
  const problem = useSignal<string | null>(null);
  const asks = useSignal(false);
  const act = async (doing: () => Promise<void>) => {
    problem.value = null;
    try {
      await doing();
    } catch (refused) {
      problem.value = problemText(refused);
    }
  };
  const save = () =>
    act(async () => {
      await changeStudy(study.study, termsOf(draft.value));
      await loaded.again();
      onClose();
    });
  const remove = () =>
    act(async () => {
      await deleteStudy(study.study);
      forgetStudy();
      go('/study');
    });
  return (
    <Dialog title={words.settings} onClose={onClose}>
      <form
        class="study-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TermsFields
          draft={draft.value}
          put={(changes) => {
            draft.value = { ...draft.value, ...changes };
          }}
        />
        {problem.value && (
          <p class="warning" role="alert">
            {problem.value}
          </p>
        )}
        <div class="row">
          <button type="submit" class="primary">
            {words.save}
          </button>
          <button
            type="button"
            class="quiet"
            onClick={() => {
              asks.value = true;
            }}
          >
            {words.delete}
          </button>
        </div>
      </form>
      {asks.value && (
        <Sure
          title={words.deleteSure}
          yes={words.delete}
          onYes={() => void remove()}
          onClose={() => {
            asks.value = false;
          }}
        />
      )}
    </Dialog>
  );
}
