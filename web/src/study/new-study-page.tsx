/** `/study/new`: a study with an empty first chapter. */

import '../styles/study.css';
import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { emptyTree } from '../review/tree';
import { go } from '../router';
import { GuestKeeps } from '../site/guest-keeps';
import { FormPage } from '../ui/form-page';
import { VariantSelect } from '../variants/variant-select';
import { VARIANTS } from '../wire/variants';
import { makeStudy, problemText } from './study-api';
import { draftOf, TermsFields, termsOf } from './terms-fields';

export function NewStudyPage() {
  const words = t().study;
  const draft = useSignal(draftOf());
  const variant = useSignal('standard');
  const save = async () => {
    const start = VARIANTS.find((it) => it.name === variant.value)?.start ?? '';
    try {
      const { study } = await makeStudy({
        ...termsOf(draft.value),
        chapters: [
          {
            name: words.chapterN(1),
            tree: emptyTree(variant.value, start),
            orientation: 'sente',
            mode: 'normal',
          },
        ],
      });
      go(`/study/${study}`);
      return null;
    } catch (refused) {
      return problemText(refused);
    }
  };
  return (
    <FormPage title={words.begin} action={words.form.create} save={save} before={<GuestKeeps />}>
      <TermsFields
        draft={draft.value}
        put={(changes) => {
          draft.value = { ...draft.value, ...changes };
        }}
      />
      <VariantSelect
        value={variant.value}
        onChange={(next) => {
          variant.value = next;
        }}
      />
      <p class="note">{words.form.firstChapter}</p>
    </FormPage>
  );
}
