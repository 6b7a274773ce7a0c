/** What a study says of itself, changed by its owner; and its end. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { go } from '../router';
import { Dialog, Sure } from '../ui/dialog';
import type { Loaded } from '../ui/loaded';
import type { Study } from '../wire/generated';
import { Refused, useActing } from './acting';
import { changeStudy, deleteStudy } from './study-api';
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
  const acting = useActing();
  const asks = useSignal(false);
  const save = () =>
    acting.act(async () => {
      await changeStudy(study.study, termsOf(draft.value));
      await loaded.again();
      onClose();
    });
  const remove = () =>
    acting.act(async () => {
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
        <Refused of={acting} />
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
