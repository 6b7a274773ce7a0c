/** `/broadcasts/new`: a broadcast with its first board. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n/whole';
import { go } from '../router';
import { FormPage } from '../ui/form-page';
import { boardDraft, boardOf } from './board-draft';
import { makeBroadcast, problemText } from './broadcast-api';
import { NewBroadcastFields, termsDraft, termsOf } from './forms';

export function NewBroadcastPage() {
  const words = t().broadcast;
  const terms = useSignal(termsDraft());
  const board = useSignal(boardDraft());
  const wasRefused = useSignal(false);
  const save = async () => {
    try {
      const { broadcast } = await makeBroadcast({
        terms: termsOf(terms.value),
        boards: [boardOf(board.value)],
      });
      go(`/broadcasts/${broadcast}`);
      return null;
    } catch (refused) {
      wasRefused.value = true;
      return problemText(refused);
    }
  };
  return (
    <FormPage title={words.begin} action={words.create} save={save}>
      <NewBroadcastFields
        terms={{
          draft: terms.value,
          put: (changes) => {
            terms.value = { ...terms.value, ...changes };
          },
        }}
        board={{
          draft: board.value,
          put: (changes) => {
            board.value = { ...board.value, ...changes };
          },
        }}
        isOpen={wasRefused.value}
      />
    </FormPage>
  );
}
