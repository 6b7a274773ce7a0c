/** Going to a game whose link or code one was given. */

import { useSignal } from '@preact/signals';
import { t } from '../i18n';
import { codeIn, go } from '../router';
import { toast } from '../ui/toast';

export function JoinForm() {
  const words = t().lobby;
  const text = useSignal('');
  return (
    <form
      class="join"
      onSubmit={(event) => {
        event.preventDefault();
        const code = codeIn(text.value);
        if (code) go(`/${code}`);
        else toast.show(words.joinBad, 'bad');
      }}
    >
      <label class="field">
        <span class="label">{words.joinLabel}</span>
        <input
          type="text"
          autocomplete="off"
          spellcheck={false}
          value={text.value}
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit">{words.join}</button>
    </form>
  );
}
