/** Fields of the organiser's forms. */

import { t } from '../i18n/whole';
import { TextField } from '../ui/text-field';

export function Reason({ value, onInput }: { value: string; onInput(text: string): void }) {
  const words = t().tournaments;
  return (
    <TextField
      label={words.reason}
      name="reason"
      required
      maxLength={500}
      value={value}
      onInput={onInput}
      help={words.reasonHelp}
    />
  );
}
