/** A position as a text, with the way to the board on which it is set up. */

import { t } from '../i18n/of-boards';
import { variantOf } from '../shogi/variant';
import { TextField } from '../ui/text-field';

interface Props {
  variant: string;
  value: string;
  onInput(sfen: string): void;
  /** Where it was set up on a board already. */
  isGiven?: boolean;
}

export function PositionField({ variant, value, onInput, isGiven = false }: Props) {
  const words = t();
  return (
    <>
      <TextField
        label={words.setup.sfen}
        exact
        name="sfen"
        required
        placeholder={variantOf(variant).start}
        value={value}
        onInput={onInput}
      />
      {!isGiven && (
        <p class="note">
          <a href={`/editor?${new URLSearchParams({ variant, sfen: value })}`} target="_blank" rel="noopener">
            {words.editor.edit}
          </a>
        </p>
      )}
    </>
  );
}
